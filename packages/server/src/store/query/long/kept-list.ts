/**
 * The collapsed lists of a runner's last long queries, for those that follow: a list is the same as long as the Emails'
 * state is (RFC 8620 §5.5), so that it is gone through once, and counted once, however far a person jumps in it. After a
 * change the change log names the threads in which it may differ.
 */
import { type Id, MethodError, type State } from "@pismo/jmap";
import { parseState } from "../../db/changes.ts";
import type { Reader } from "../../db/reader.ts";
import { CollapsedList } from "../collapsed-list.ts";
import { type Condition, conditionsOf, treeOf } from "../email-filter.ts";
import { changedThreads } from "../email-query-changes.ts";
import { type EmailQuery, preparePlan } from "../email-query.ts";

/** Rows; some 20 MB. A longer list is gone through for each window. */
const MAX_ROWS = 200_000;
/** Those of the lists that a page has open, and of one before. */
const MAX_LISTS = 4;
/** After changes in more, the list is gone through again. */
const MAX_MENDED = 2000;

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

interface Kept {
  state: State;
  list: CollapsedList;
}

type KeptQuery = Pick<EmailQuery, "filter" | "sort" | "collapseThreads">;

export class KeptList {
  /** By what was asked for; the last one used is the last. */
  readonly #kept = new Map<string, Kept>();
  readonly #chunk: number | undefined;

  /** @param chunk for tests: other than the default */
  constructor(chunk?: number) {
    this.#chunk = chunk;
  }

  /** As of this state, to be filled by the query, if it collapses threads; a new one where it is not known. */
  async listOf(reader: Reader, accountId: Id, query: KeptQuery, state: State): Promise<CollapsedList> {
    const { filter, sort, collapseThreads } = query;
    const conditions = conditionsOf(treeOf(filter));
    if (!collapseThreads || !conditions.every(([property]) => ofEmailsAlone.has(property))) return new CollapsedList();
    const key = JSON.stringify([accountId, filter ?? null, sort ?? null]);
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    const isKnown = known && (known.state === state || (await isMended(reader, accountId, query, known, state)));
    const list = isKnown ? known.list : new CollapsedList(MAX_ROWS, this.#chunk);
    this.#kept.set(key, { state, list });
    return list;
  }

  /** Lets go of what is too much, once the query has run: on PostgreSQL a runner lives as long as the server. */
  trim(): void {
    let [lists, rows] = [0, 0];
    for (const [key, { list }] of [...this.#kept].toReversed()) {
      rows += list.size;
      if (++lists > MAX_LISTS || rows > MAX_ROWS) this.#kept.delete(key);
    }
  }
}

/** Whether it could be brought up to date. */
async function isMended(
  reader: Reader,
  accountId: Id,
  query: KeptQuery,
  { state, list }: Kept,
  current: State,
): Promise<boolean> {
  try {
    const { since } = await parseState(reader, accountId, state, Number(current));
    const threads = await changedThreads(reader, accountId, since);
    if (threads.length > MAX_MENDED) return false;
    return await list.mend(reader, await preparePlan(reader, accountId, query), threads);
  } catch (error) {
    // The store was restored: it has never been in that state.
    if (error instanceof MethodError && error.type === "cannotCalculateChanges") return false;
    throw error;
  }
}
