/** Requests of a list: a window of ids with their rows, and the changes since. */
import type { Batch, Call, EmailFilterCondition, Filter, Id, QueryResult, ResultReference } from "@pismo/jmap";
import { compactRow, type EmailRow, rowProperties } from "../records/email-properties.ts";
import { ALL_MAIL, isSpecialFolder } from "../mailboxes/folders.ts";
import { filterOf } from "./list-filter.ts";
import { byDate, newestFirst } from "./list-order.ts";
import type { ListQuery } from "./list-query.ts";
import { isMailboxesLoaded } from "../mailboxes/mailboxes.ts";
import { threadCalls } from "../records/thread-calls.ts";
import type { AccountRecords } from "../records/records.ts";
import { mailboxesWithRoles, shortHeaders } from "../session/session.ts";

/** Changes beyond this are not applied one by one: the visible window is reloaded. */
const maxChanges = 250;

/** The rows of Emails that another call of the batch names. */
interface Rows {
  /** Takes them into the records. @throws MethodError */
  put: () => void;
  notFound: () => Id[];
}

export interface ListWindow {
  query: Call<"Email/query">;
  rows: Rows;
  /** The total was asked for. */
  isCounted: boolean;
}

export class ListRequests {
  readonly #query: ListQuery;
  readonly #records: AccountRecords;

  constructor(query: ListQuery, records: AccountRecords) {
    this.#query = query;
    this.#records = records;
  }

  /** Undefined where the folder does not exist. */
  filter(): Filter<EmailFilterCondition> | undefined {
    const { folder } = this.#query;
    const { mailboxes, accountId } = this.#records;
    if (isMailboxesLoaded(this.#records)) return filterOf(this.#query, mailboxes);
    if (isSpecialFolder(folder) || folder === ALL_MAIL)
      return filterOf(this.#query, mailboxesWithRoles(accountId) ?? mailboxes);
    // A custom folder is named by its id, so it can be asked for before the folders are known.
    return filterOf(this.#query, [{ id: folder, role: null }]);
  }

  #args() {
    const filter = this.filter();
    if (!filter) throw new Error(`There is no folder "${this.#query.folder}"`);
    const { threads = false, sort } = this.#query;
    return {
      accountId: this.#records.accountId,
      filter,
      sort: sort === "best" ? [{ property: "relevance", isAscending: false }, byDate] : newestFirst(),
      ...(threads && { collapseThreads: true }),
    };
  }

  #rows(calls: Batch, ids: ResultReference): Rows {
    const { accountId, maps } = this.#records;
    const { threads = false } = this.#query;
    // The rows of Threads come with all Emails of theirs.
    const wanted = threads ? { properties: ["id", "threadId"] } : { properties: [...rowProperties], ...shortHeaders() };
    const get = calls.call("Email/get", { accountId, "#ids": ids, ...wanted });
    const putThreads = threads && threadCalls(calls, this.#records, get);
    const askedAt = maps.Email.now();
    return {
      put: () => {
        const { list, state } = get.result();
        this.#records.noteState("Email", state);
        if (putThreads) putThreads();
        else maps.Email.put((list as EmailRow[]).map(compactRow), askedAt);
        this.#records.trim();
      },
      notFound: () => get.result().notFound,
    };
  }

  /**
   * @param calculateTotal for a search, counting takes longer than finding its first rows
   * @throws Error where the folder does not exist
   */
  window(calls: Batch, position: number, limit: number, calculateTotal = true): ListWindow {
    const query = calls.call("Email/query", { ...this.#args(), position, limit, calculateTotal });
    return { query, rows: this.#rows(calls, query.ref("/ids")), isCounted: calculateTotal };
  }

  /** @throws Error where the folder does not exist */
  changes(calls: Batch, sinceQueryState: string): { changes: Call<"Email/queryChanges">; rows: Rows } {
    const args = { ...this.#args(), sinceQueryState, maxChanges, calculateTotal: true };
    const changes = calls.call("Email/queryChanges", args);
    return { changes, rows: this.#rows(calls, changes.ref("/added/*/id")) };
  }
}

/** Servers may leave the total out although it was asked for: then the window's end is the end, until more come. */
export function totalOf({ total, position, ids }: QueryResult): number {
  return total ?? position + ids.length;
}
