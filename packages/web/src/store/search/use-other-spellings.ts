/** Other spellings of a search, of those that find something more. */
import { useEffect, useState } from "react";
import { otherSpellings } from "../../search-language/other-spellings.ts";
import { currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { filterOf } from "../lists/list-filter.ts";
import type { EmailFilter } from "./search-filter.ts";
import { loadSearchLanguage } from "./search-terms.ts";
import type { ListQuery } from "../lists/list-query.ts";

/** With more results than these the words were meant as the keys wrote them. A name may be written in both alphabets. */
const FEW = 10;

export interface OtherSpelling {
  text: string;
  total: number;
}

const none: readonly OtherSpelling[] = [];

/** How many rows each of the filters finds. @throws what the request throws */
async function totalsOf(
  filters: readonly EmailFilter[],
  { threads }: ListQuery,
  signal: AbortSignal,
): Promise<number[]> {
  if (filters.length === 0) return [];
  const { accountId } = currentRecords();
  const calls = await request(
    (batch) =>
      filters.map((filter) =>
        batch.call("Email/query", {
          accountId,
          filter,
          limit: 1,
          calculateTotal: true,
          ...(threads && { collapseThreads: true }),
        }),
      ),
    signal,
  );
  return calls.map((call) => call.result().total ?? 0);
}

/** Those that find something which the search as it stands does not. @throws what the request throws */
async function findSpellings(query: ListQuery, found: number, signal: AbortSignal): Promise<OtherSpelling[]> {
  const { mailboxes } = currentRecords();
  const q = query.q ?? "";
  const language = await loadSearchLanguage(q);
  const { layouts, alphabets } = otherSpellings(q, language.understand(q, language.settingsOf(mailboxes)));
  const asked = [...(found < FEW ? layouts : []), ...alphabets].flatMap((text) => {
    const filter = filterOf({ ...query, q: text }, mailboxes);
    return filter ? [{ text, filter }] : [];
  });
  const totals = await totalsOf(
    asked.map(({ filter }) => filter),
    query,
    signal,
  );
  const some = asked.map((each, at) => ({ ...each, total: totals[at]! })).filter(({ total }) => total > 0);
  const typed = filterOf(query, mailboxes);
  if (found === 0 || !typed) return some;
  const isNot: EmailFilter = { operator: "NOT", conditions: [typed] };
  const more = await totalsOf(
    some.map(({ filter }) => ({ operator: "AND", conditions: [filter, isNot] })),
    query,
    signal,
  );
  return some.filter((_, at) => more[at]! > 0);
}

/**
 * @param found the number of its results; undefined while it is not known
 */
export function useOtherSpellings(query: ListQuery, found: number | undefined): readonly OtherSpelling[] {
  const [known, setKnown] = useState<{ query: ListQuery; spellings: readonly OtherSpelling[] }>();
  // Enough: which of the numbers it is says no more.
  const counted = found === undefined ? undefined : Math.min(found, FEW);
  useEffect(() => {
    if (counted === undefined) return undefined;
    const end = new AbortController();
    findSpellings(query, counted, end.signal).then(
      (spellings) => !end.signal.aborted && setKnown({ query, spellings }),
      // Without a connection the list says so itself.
      () => undefined,
    );
    return () => end.abort();
  }, [query, counted]);
  return counted !== undefined && known?.query === query ? known.spellings : none;
}
