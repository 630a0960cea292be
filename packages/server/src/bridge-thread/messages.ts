/** Messages between the server's main thread and the bridge's thread. */
import type { Id } from "@pismo/jmap";
import type { LogLevel } from "../log.ts";
import type { VaultOptions } from "../store/auth/open-vault.ts";
import type { StoreOptions } from "../store/db/store.ts";

/** The store that the threads share. */
export type StorePlace = Extract<StoreOptions, { dataDir: string }> & VaultOptions;

export interface ThreadData {
  place: StorePlace;
  logLevel: LogLevel;
  connections: number;
}

/** To the bridge. */
export type Command =
  /** Another process or thread has committed. */
  | { kind: "committed" }
  | { kind: "hydrate"; requestId: number; accountId: Id; emailId: Id }
  | { kind: "token"; requestId: number; token: string }
  | { kind: "tokenFailed"; requestId: number; isRefused: boolean; reason: string }
  | { kind: "end" };

/** From the bridge. */
export type Report =
  | { kind: "committed" }
  /** `problem`: why the message could not be fetched. */
  | { kind: "hydrated"; requestId: number; problem?: string }
  /** Requests an access token: the main thread alone renews them. */
  | { kind: "requestToken"; requestId: number; accountId: Id; refused: string | undefined };
