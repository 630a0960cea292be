/** Messages between the server's main thread and the bridge's thread. */
import type { Id } from "@pismo/jmap";
import type { LogLevel } from "../log.ts";

export interface ThreadData {
  dataDir: string;
  databaseUrl?: string | undefined;
  secretKey?: Uint8Array | undefined;
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
