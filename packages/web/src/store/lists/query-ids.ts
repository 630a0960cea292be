/** The ids of long stretches of a list, page by page. */
import type { EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { filterOf } from "./list-query.ts";
import type { LiveList } from "./live-list.ts";
import type { AccountRecords } from "../records/records.ts";
import { request } from "../session/session.ts";

const pageSize = 1000;

/** Ids from one index to another (not included); known ones are not fetched. */
export async function idsBetween(list: LiveList, start: number, end: number): Promise<Id[]> {
  const known = Array.from({ length: end - start }, (_, offset) => list.sparse.idAt(start + offset));
  if (known.every((id) => id !== undefined)) return known;
  const filter = filterOf(list.query, list.records.mailboxes);
  if (!filter) return [];
  return pages(list.records, filter, list.sparse.serverPosition(start), end - start);
}

/** All ids of a filter as it is now. @throws what the requests throw */
export const allIds = (
  filter: Filter<EmailFilterCondition>,
  records: AccountRecords,
  signal?: AbortSignal,
): Promise<Id[]> => pages(records, filter, 0, Infinity, signal);

async function pages(
  { accountId }: AccountRecords,
  filter: Filter<EmailFilterCondition>,
  start: number,
  count: number,
  signal?: AbortSignal,
): Promise<Id[]> {
  // A set: an Email that arrives in between shifts the pages, and one would occur twice.
  const ids = new Set<Id>();
  const sort = [{ property: "receivedAt", isAscending: false }];
  for (let position = start; ids.size < count;) {
    const limit = Math.min(pageSize, count - ids.size);
    const query = await request(
      (calls) => calls.call("Email/query", { accountId, filter, sort, position, limit }),
      signal,
    );
    const page = query.result().ids;
    for (const id of page) ids.add(id);
    position += page.length;
    if (page.length === 0) break;
  }
  return [...ids];
}
