/** The parts and settings that an account's sync needs. */
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import type { Store } from "../../../store/db/store.ts";
import type { Vault } from "../../../store/auth/vault.ts";
import type { AccessTokens } from "../../oauth/access-tokens.ts";
import type { SessionOptions } from "../connection/connection.ts";

/** Connections to an account's server, unless set otherwise. */
export const CONNECTIONS = 3;

export interface SyncOptions {
  store: Store;
  ingest: Ingest;
  vault: Vault;
  log: Logger;
  /** For accounts whose provider requires OAuth. */
  tokens?: Pick<AccessTokens, "of">;
  /**
   * Connections at a time: with three, one watches the inbox and one fetches messages; with two, one watches; one does
   * everything in turn.
   */
  connections?: number;
  /** Called when nothing is left to do for now, or the server cannot be used. */
  onRest?(): void;
  /** For tests: trusted certificates. */
  tls?: SessionOptions["tls"];
  /** Time between sync passes. */
  passIntervalMs?: number;
  /** Pause before the first attempt after a lost connection; it doubles each time. */
  firstPauseMs?: number;
  /** Limit of that pause, 45 seconds by default. */
  maxPauseMs?: number;
}
