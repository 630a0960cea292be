/** Other spellings of a search that found little, of those that find something. */
import { useEffect, useState } from "react";
import { otherSpellings } from "../../search-language/other-spellings.ts";
import { currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { filterOf } from "../lists/list-filter.ts";
import type { ListQuery } from "../lists/list-query.ts";

/** With more results than these the words were meant as they stand. */
const FEW = 10;

export interface OtherSpelling {
  text: string;
  total: number;
}

const none: readonly OtherSpelling[] = [];

/** @throws what the request throws */
async function findSpellings(query: ListQuery, signal: AbortSignal): Promise<OtherSpelling[]> {
  const { accountId, mailboxes } = currentRecords();
  const texts = otherSpellings(query.q ?? "");
  if (texts.length === 0) return [];
  const calls = await request(
    (batch) =>
      texts.flatMap((text) => {
        const filter = filterOf({ ...query, q: text }, mailboxes);
        return filter
          ? [{ text, call: batch.call("Email/query", { accountId, filter, limit: 1, calculateTotal: true }) }]
          : [];
      }),
    signal,
  );
  return calls.map(({ text, call }) => ({ text, total: call.result().total ?? 0 })).filter(({ total }) => total > 0);
}

/**
 * @param found the number of its results; undefined while it is not known
 */
export function useOtherSpellings(query: ListQuery, found: number | undefined): readonly OtherSpelling[] {
  const [known, setKnown] = useState<{ query: ListQuery; spellings: readonly OtherSpelling[] }>();
  const isLittle = found !== undefined && found < FEW;
  useEffect(() => {
    if (!isLittle) return undefined;
    const end = new AbortController();
    findSpellings(query, end.signal).then(
      (spellings) => !end.signal.aborted && setKnown({ query, spellings }),
      // Without a connection the list says so itself.
      () => undefined,
    );
    return () => end.abort();
  }, [query, isLittle]);
  return isLittle && known?.query === query ? known.spellings : none;
}
