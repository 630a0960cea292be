/** The ids of long stretches of a list, page by page. */
import type { EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { filterOf } from "./list-filter.ts";
import { newestFirst } from "./list-order.ts";
import type { LiveList } from "./live-list.ts";
import type { AccountRecords } from "../records/records.ts";
import { request } from "../session/session.ts";

const pageSize = 1000;

/** Ids from one index to another (not included). */
export async function idsBetween(list: LiveList, start: number, end: number): Promise<Id[]> {
  const filter = filterOf(list.query, list.records.mailboxes);
  if (!filter) return [];
  const { threads = false } = list.query;
  return pages(list.records, { filter, collapseThreads: threads }, list.sparse.serverPosition(start), end - start);
}

/** All ids of a filter as it is now. @throws what the requests throw */
export const allIds = (
  filter: Filter<EmailFilterCondition>,
  records: AccountRecords,
  signal?: AbortSignal,
): Promise<Id[]> => pages(records, { filter, collapseThreads: false }, 0, Infinity, signal);

async function pages(
  { accountId }: AccountRecords,
  asked: { filter: Filter<EmailFilterCondition>; collapseThreads: boolean },
  start: number,
  count: number,
  signal?: AbortSignal,
): Promise<Id[]> {
  // A set: an Email that arrives in between shifts the pages, and one would occur twice.
  const ids = new Set<Id>();
  for (let position = start; ids.size < count;) {
    const limit = Math.min(pageSize, count - ids.size);
    const query = await request(
      (calls) => calls.call("Email/query", { accountId, ...asked, sort: newestFirst(), position, limit }),
      signal,
    );
    const page = query.result().ids;
    for (const id of page) ids.add(id);
    position += page.length;
    if (page.length === 0) break;
  }
  return [...ids];
}
