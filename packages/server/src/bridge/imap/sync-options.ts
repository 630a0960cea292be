/** What keeping an account in step takes, and how it may be set. */
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import type { AccessTokens } from "../oauth/access-tokens.ts";
import type { SessionOptions } from "./session.ts";

/** How many connections an account's server is asked for where nobody says otherwise. */
export const CONNECTIONS = 3;

export interface SyncOptions {
  store: Store;
  ingest: Ingest;
  vault: Vault;
  log: Logger;
  /** For accounts whose provider wants OAuth. */
  tokens?: Pick<AccessTokens, "of">;
  /**
   * Connections at a time: with three, one listens to the inbox and one brings messages; with two, one listens; with one,
   * everything is done in turn.
   */
  connections?: number;
  /** For tests: trusted certificates. */
  tls?: SessionOptions["tls"];
  /** Milliseconds between looks at all folders. */
  lookEvery?: number;
  /** Milliseconds before the first new attempt after a lost connection; they double. */
  firstPause?: number;
  /** … up to so many, five minutes. */
  longestPause?: number;
}
