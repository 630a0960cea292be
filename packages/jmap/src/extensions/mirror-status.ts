/**
 * How an account that mirrors another server is doing: an extension of our own. The status is one object an account,
 * with a state of its own that push tells about; accounts without a server behind them do not have the capability.
 */
import type { GetArgs, GetResult, Id, UTCDate } from "../core/core.ts";

/** The account capability; a client that does not find it asks for no status. */
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

/** Why a server does not take a change; "other": it says no more than its own words. */
export const refusalReasons = ["notAllowed", "tooLarge", "full", "busy", "other"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What a server or the system said, for who wants to know more. */
interface Said {
  /** Its own words, whatever language that is. */
  detail: string;
}

/** A change that the server refused permanently, and that was rolled back. It stays until it is dismissed. */
export interface MirrorRefusal extends Said {
  id: Id;
  at: UTCDate;
  /** What could not be changed, and its subject or name as it was then; null: gone. */
  type: "Email" | "Mailbox";
  name: string | null;
  reason: RefusalReason;
}

export interface MirrorStatus {
  id: "singleton";
  state: MirrorState;
  /** Since when it is in this state; of an account that cannot be reached, since when it cannot. */
  since: UTCDate;
  /** With "offline" and "signIn". */
  problem: (Said & { type: MirrorProblem }) | null;
  /** Emails that are here, of all that the server has said to have. */
  emailsDone: number;
  emailsTotal: number;
  /** Emails that can be seen in lists, and those of them that can be read and searched without the server. */
  emailsKnown: number;
  emailsWhole: number;
  /** Seconds that the rest takes at the pace of the last minute; null while that is not known. */
  secondsLeft: number | null;
  /** Changes that the server does not have yet. */
  waiting: number;
  /** Why the first of those waits longer than it should; null: it does not. */
  waitsFor: (Said & { reason: RefusalReason }) | null;
  refusals: MirrorRefusal[];
}

export type MirrorStatusGetArgs = GetArgs;
export type MirrorStatusGetResult = GetResult<Partial<MirrorStatus>>;

/** Asks for a look at the server now, whatever pause was due. */
export interface MirrorStatusLookArgs {
  accountId: Id;
}

/** The refusals have been read, and need not be shown again. */
export interface MirrorStatusDismissArgs {
  accountId: Id;
  refusalIds: Id[];
}

export interface MirrorStatusDoneResult {
  accountId: Id;
}
