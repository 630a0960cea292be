/** What the server's main thread and the bridge's thread say to each other. */
import type { Id } from "@pismo/jmap";
import type { LogLevel } from "../log.ts";

export interface ThreadData {
  dataDir: string;
  logLevel: LogLevel;
  connections: number;
}

/** To the bridge. */
export type Order =
  /** Something was committed that may be news to it. */
  | { kind: "committed" }
  /** Somebody waits for a letter's message. */
  | { kind: "bring"; ask: number; accountId: Id; emailId: Id }
  | { kind: "token"; ask: number; token: string }
  | { kind: "noToken"; ask: number; isRefused: boolean; reason: string }
  | { kind: "end" };

/** From the bridge. */
export type Report =
  | { kind: "committed" }
  /** `problem`: why the letter is still not here. */
  | { kind: "brought"; ask: number; problem?: string }
  /** An access token is wanted; providers renew them for one caller alone, and others want them too. */
  | { kind: "wantToken"; ask: number; accountId: Id; refused: string | undefined };
