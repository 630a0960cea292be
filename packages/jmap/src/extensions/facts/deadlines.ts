/**
 * What letters say (facts.ts), and by when something is to be done: an extension of ours. Facts count only from letters
 * whose sender a believed server has proven, by DMARC or by an aligned DKIM signature, and never in spam.
 */
import type { GetArgs, GetResult, Id, QueryArgs, State, UTCDate } from "../../core/core.ts";
import type { SetError } from "../../core/errors.ts";
import type { Fact, FactField, FactFieldName } from "./facts.ts";

/** An account capability. */
export const DEADLINES = "tag:pismo.localhost,2026:deadlines";

/** A field as it is to be shown. */
export interface ShownFactField extends FactField {
  /** The name by which a correction names the field: its own, and of further items "item2", "item3", … */
  key: FactFieldKey;
  /** A person has put another value in its place. */
  isCorrected: boolean;
  /** What was read; it differs from `value` where that was corrected. */
  originalValue: string;
}

export type FactFieldKey = FactFieldName | `item${number}`;

export interface ShownFact extends Omit<Fact, "fields"> {
  fields: ShownFactField[];
}

export interface EmailFact {
  /** The Email's. */
  id: Id;
  /** "unchecked": no server has checked the sender; such letters make no deadlines. */
  senderCheck: "verified" | "unchecked";
  /** Empty where nothing is certain, where a check of the sender failed, in spam, and while the letter was not read yet. */
  facts: ShownFact[];
  /** Of the events of its calendar, what no answer is expected to any more; none of the letters named is in spam or trash. */
  supersededEvents: SupersededEvent[];
}

/** An event that a later letter of its organizer changes or calls off (RFC 5546 §2.1.5). */
export interface SupersededEvent {
  uid: string;
  /** As a line of an answer has it after its name, in UTC where that is known; null: all of them, or the only one. */
  recurrenceId: string | null;
  /** The Email that counts. */
  emailId: Id;
  isCancelled: boolean;
}

/** `ids` is required. */
export type EmailFactGetArgs = GetArgs & { ids: Id[] };
export type EmailFactGetResult = GetResult<Partial<EmailFact>>;

/** The longest value that a person may put in place of another, in characters. */
export const MAX_FACT_VALUE = 500;

export interface EmailFactSetArgs {
  accountId: Id;
  /** By the Email's id. Keys are "corrections/<index of the fact>/<key of the field>"; null takes a correction back. */
  update: Record<Id, Record<string, string | null>>;
}

export interface EmailFactSetResult {
  accountId: Id;
  oldState: State;
  newState: State;
  updated: Record<Id, null> | null;
  notUpdated: Record<Id, SetError> | null;
}

export type DeadlineKind =
  /** Of a bill, a fine or a tax. */
  | "payment"
  /** Until then less is to be paid. */
  | "discount"
  | "departure"
  | "delivery"
  /** A stay, such as at a hotel, begins, or something that was agreed (an event of a calendar part). */
  | "appointment"
  /** What a ticket is for begins. */
  | "event";

export type DeadlineState = "open" | "done" | "dismissed";

/** Letters of one order, one journey or one document are one entry, with what the newest of them says. */
export interface Deadline {
  id: Id;
  kind: DeadlineKind;
  /** Who or what it is about, in the words of the letter: a shop, an event, "SU 204". May be empty. */
  title: string;
  /** A day, "2026-12-05", or the local time of the place, "2026-12-05T14:35". */
  at: string;
  /** Of a time, where it is known: a name of IANA's or an offset, such as "+03:00". */
  timeZone: string | null;
  /** The letters that say so, the newest first; none of them lies in spam or trash alone. */
  emailIds: Id[];
  state: DeadlineState;
  /** A person wants to be told later. */
  laterUntil: UTCDate | null;
}

export interface DeadlineFilterCondition {
  /**
   * The first day and the last one, "2026-12-05", in the time zone of each entry: the client knows which day it is. `from`
   * may be a time of that day, "2026-12-05T14:35", which tells of what is one entry what has passed.
   */
  from?: string;
  until?: string;
  /**
   * "open": of a journey, a document and a repeated appointment the next one alone, and none of what was dismissed or was
   * paid with a discount.
   */
  state?: DeadlineState;
  /** Without those that wait until later than this. */
  laterBefore?: UTCDate;
  /** With this letter among its own. */
  emailId?: Id;
}

/** The filter is a condition or null; the sort is by `at` alone. */
export type DeadlineQueryArgs = Omit<QueryArgs<DeadlineFilterCondition>, "filter"> & {
  filter?: DeadlineFilterCondition | null;
};
