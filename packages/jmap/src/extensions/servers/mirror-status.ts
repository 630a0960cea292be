/**
 * The status of a mirrored account: an extension of ours. One object per account, with a state that push reports; local
 * accounts lack the capability.
 */
import type { GetArgs, GetResult, Id, UTCDate } from "../../core/core.ts";

/** An account capability. */
export const MIRROR = "tag:pismo.localhost,2026:mirror";

export const mirrorStates = ["connecting", "syncing", "upToDate", "offline", "signIn"] as const;
export type MirrorState = (typeof mirrorStates)[number];

/** Why a server cannot be used. */
export const mirrorProblems = [
  "signIn",
  "certificate",
  "noSuchServer",
  "unreachable",
  "timeout",
  "busy",
  "connection",
] as const;
export type MirrorProblem = (typeof mirrorProblems)[number];

/** Why a server refuses a change; "other": only `detail` tells. */
export const refusalReasons = ["notAllowed", "tooLarge", "full", "busy", "other"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

interface WithDetail {
  /** The text of the server or the system, in any language. */
  detail: string;
}

/** A change that the server refused permanently, and that was rolled back. It is listed until it is dismissed. */
export interface MirrorRefusal extends WithDetail {
  id: Id;
  at: UTCDate;
  /** The record that could not be changed, and its subject or name at that time; null: unknown. */
  type: "Email" | "Mailbox";
  name: string | null;
  reason: RefusalReason;
}

export interface MirrorStatus {
  id: "singleton";
  state: MirrorState;
  /** When this state began. */
  since: UTCDate;
  /** With "offline" and "signIn". */
  problem: (WithDetail & { type: MirrorProblem }) | null;
  /** Emails that are here, and all that the server has reported. */
  emailsDone: number;
  emailsTotal: number;
  /** Emails in lists, and those of them that can be read and searched without the server. */
  emailsKnown: number;
  emailsWhole: number;
  /** Remaining seconds at the rate of the last minute; null while that is unknown. */
  secondsLeft: number | null;
  /** Changes that the server does not have yet. */
  waiting: number;
  /** Why the first of those is delayed; null: it is not. */
  waitsFor: (WithDetail & { reason: RefusalReason }) | null;
  refusals: MirrorRefusal[];
}

export type MirrorStatusGetArgs = GetArgs;
export type MirrorStatusGetResult = GetResult<Partial<MirrorStatus>>;

/** Requests a sync pass now, without the remaining pause. */
export interface MirrorStatusLookArgs {
  accountId: Id;
}

/** The person has read these refusals. */
export interface MirrorStatusDismissArgs {
  accountId: Id;
  refusalIds: Id[];
}

export interface MirrorStatusDoneResult {
  accountId: Id;
}
