/**
 * The collapsed list of the last long query of a runner, for the windows that follow: it is the same as long as the Emails'
 * state is (RFC 8620 §5.5), so that it is gone through once, and its total counted once, however far a person jumps in it.
 */
import type { Id, State } from "@pismo/jmap";
import { CollapsedList } from "../collapsed-list.ts";
import { type Condition, conditionsOf, treeOf } from "../email-filter.ts";
import type { EmailQuery } from "../email-query.ts";

/** Rows; some 20 MB. A longer list is gone through for each window. */
const MAX_ROWS = 200_000;

/** Not those on words and lists: they may match others without a change of an Email, as a server's search goes on. */
const ofEmailsAlone = new Set<Condition[0]>([
  "inMailbox",
  "inMailboxOtherThan",
  "inAccount",
  "before",
  "after",
  "minSize",
  "maxSize",
  "hasKeyword",
  "notKeyword",
  "allInThreadHaveKeyword",
  "someInThreadHaveKeyword",
  "noneInThreadHaveKeyword",
  "hasAttachment",
]);

export class KeptList {
  #key = "";
  #list = new CollapsedList();

  /** To be filled by the query, if it collapses threads; a new one where the last was another's. */
  listOf(accountId: Id, { filter, sort, collapseThreads }: EmailQuery, state: State): CollapsedList {
    const conditions = conditionsOf(treeOf(filter));
    if (!collapseThreads || !conditions.every(([property]) => ofEmailsAlone.has(property))) return new CollapsedList();
    const key = JSON.stringify([accountId, state, filter ?? null, sort ?? null]);
    if (key !== this.#key || this.#list.size > MAX_ROWS) {
      this.#key = key;
      this.#list = new CollapsedList();
    }
    return this.#list;
  }
}
