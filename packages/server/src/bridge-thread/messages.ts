/** Messages between the server's main thread and the bridge's thread. */
import type { Id } from "@pismo/jmap";
import type { LogFormat, LogLevel } from "../log.ts";
import type { Members } from "../store/cluster/ownership.ts";
import type { VaultOptions } from "../store/auth/open-vault.ts";
import type { StorePart } from "../store/db/failures.ts";
import type { StoreOptions } from "../store/db/store.ts";

/** The store that the threads share. */
export type StorePlace = Extract<StoreOptions, { dataDir: string }> & VaultOptions;

export interface ThreadData {
  place: StorePlace;
  logLevel: LogLevel;
  logFormat: LogFormat;
  connections: number;
  members: Members;
}

/** To the bridge. */
export type Command =
  /** Another process or thread has committed. */
  | { kind: "committed" }
  /** Servers have joined, left or died. */
  | { kind: "members"; members: Members }
  | { kind: "hydrate"; requestId: number; accountId: Id; emailId: Id }
  | { kind: "token"; requestId: number; token: string }
  | { kind: "tokenFailed"; requestId: number; isRefused: boolean; reason: string }
  /** Gives the leases of all accounts back. */
  | { kind: "release" }
  | { kind: "end" };

/** From the bridge. */
export type Report =
  | { kind: "committed" }
  /** Its own store failed: both threads are counted together. */
  | { kind: "failed"; part: StorePart; reason: string }
  /** `problem`: why the message could not be fetched. */
  | { kind: "hydrated"; requestId: number; problem?: string }
  /** Requests an access token: the main thread alone renews them. */
  | { kind: "requestToken"; requestId: number; accountId: Id; refused: string | undefined };
