/** What a search of all mail would find in the folders that it leaves out. */
import { useEffect, useState } from "react";
import { ALL_MAIL } from "../mailboxes/folders.ts";
import { currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import type { ListQuery } from "./list-query.ts";
import { filterOf } from "./list-filter.ts";
import { searchTerms } from "../search/search-terms.ts";

const leftOut = ["spam", "trash"] as const;
type LeftOutFolder = (typeof leftOut)[number];

/** Rows found in each, Emails or conversations; a folder without any is left out. @throws what the request throws */
async function countElsewhere(query: ListQuery, signal: AbortSignal): Promise<Partial<Record<LeftOutFolder, number>>> {
  const { accountId, mailboxes } = currentRecords();
  if (query.folder !== ALL_MAIL || query.q === undefined) return {};
  if (searchTerms(query.q, mailboxes).namesFolder) return {};
  const counting = { limit: 1, calculateTotal: true, ...(query.threads && { collapseThreads: true }) };
  const calls = await request(
    (batch) =>
      leftOut.flatMap((name) => {
        const filter = filterOf({ ...query, folder: name }, mailboxes);
        return filter ? [{ name, call: batch.call("Email/query", { accountId, filter, ...counting }) }] : [];
      }),
    signal,
  );
  const counts = calls.map(({ name, call }) => {
    const { total = 0 } = call.result();
    return [name, total] as const;
  });
  return Object.fromEntries(counts.filter(([, total]) => total > 0));
}

/** @param query whose key does not change while the component is mounted */
export function useElsewhere(query: ListQuery): Partial<Record<LeftOutFolder, number>> {
  const [counts, setCounts] = useState<Partial<Record<LeftOutFolder, number>>>({});
  useEffect(() => {
    const end = new AbortController();
    countElsewhere(query, end.signal).then(
      (found) => !end.signal.aborted && setCounts(found),
      // Without a connection the list says so itself.
      () => undefined,
    );
    return () => end.abort();
  }, [query]);
  return counts;
}
