/** What of each Email matches a search: SearchSnippet/get (RFC 8621 §5), for the rows that are seen. */
import type { Id, SearchSnippet } from "@pismo/jmap";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { painted } from "../prefetch/painted.ts";
import { type AccountRecords, useCurrentRecords } from "../records/records.ts";
import { limits, request } from "../session/session.ts";
import { type Listener, tell } from "../signal.ts";
import { currentList } from "../lists/email-list.ts";
import { filterOf } from "../lists/list-filter.ts";
import { type ListQuery, queryKey } from "../lists/list-query.ts";
import { markedIn, type MarkedPart } from "./marked-text.ts";

export interface Matches {
  /** In lower case. */
  words: ReadonlySet<string>;
  /** The text around the first match; undefined where the text has none. */
  snippet: readonly MarkedPart[] | undefined;
  /** Of a file whose text matches. */
  fileName: string | undefined;
  /** Of a letter without a file name whose text matches. */
  letterSubject: string | null | undefined;
}

/** In one request: our server reads the message of each. */
const AT_ONCE = 32;
/** Of the searches last seen. */
const MAX_SEARCHES = 4;

/** Those of one search. */
class SearchMatches {
  readonly #query: ListQuery;
  readonly #records: AccountRecords;
  readonly #known = new Map<Id, Matches>();
  readonly #listeners = new Map<Id, Set<Listener>>();
  readonly #wanted = new Set<Id>();
  #isAsking = false;

  constructor(query: ListQuery, records: AccountRecords) {
    this.#query = query;
    this.#records = records;
  }

  get(id: Id): Matches | undefined {
    return this.#known.get(id);
  }

  subscribe(id: Id, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Rows that have left the screen by then are not asked for. */
  want(id: Id): () => void {
    if (!this.#known.has(id)) {
      this.#wanted.add(id);
      void this.#ask();
    }
    return () => this.#wanted.delete(id);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      // The rows are painted first.
      await painted();
      while (this.#wanted.size > 0) {
        const ids = [...this.#wanted].slice(0, Math.min(AT_ONCE, limits().maxObjectsInGet));
        for (const id of ids) this.#wanted.delete(id);
        await this.#load(ids);
      }
    } catch {
      // Rows without marks say the same; a server need not have snippets.
      this.#wanted.clear();
    } finally {
      this.#isAsking = false;
    }
  }

  async #load(emailIds: Id[]): Promise<void> {
    const { accountId, mailboxes } = this.#records;
    const filter = filterOf(this.#query, mailboxes);
    if (!filter) return;
    const get = await request((calls) => calls.call("SearchSnippet/get", { accountId, filter, emailIds }));
    for (const snippet of get.result().list) {
      this.#known.set(snippet.emailId, matchesOf(snippet));
      tell(this.#listeners.get(snippet.emailId) ?? []);
    }
  }
}

function matchesOf({ subject, preview, words, fileName, letterSubject }: SearchSnippet): Matches {
  const [inSubject, snippet] = [subject, preview].map((html) => (html === null ? undefined : markedIn(html)));
  const marked = [...(inSubject ?? []), ...(snippet ?? [])].filter(({ isMatch }) => isMatch);
  return { words: new Set(words ?? marked.map(({ text }) => text.toLowerCase())), snippet, fileName, letterSubject };
}

const searches = new WeakMap<AccountRecords, Map<string, SearchMatches>>();

function searchMatches(query: ListQuery, records: AccountRecords): SearchMatches {
  const known = searches.get(records) ?? new Map<string, SearchMatches>();
  searches.set(records, known);
  const key = queryKey(query);
  const found = known.get(key) ?? new SearchMatches(query, records);
  known.delete(key);
  known.set(key, found);
  for (const old of known.keys()) {
    if (known.size <= MAX_SEARCHES) break;
    known.delete(old);
  }
  return found;
}

/** What of an Email matches the search; undefined while it is not known. */
export function useMatches(query: ListQuery, id: Id): Matches | undefined {
  const search = searchMatches(query, useCurrentRecords());
  useEffect(() => search.want(id), [search, id]);
  const subscribe = useCallback((listener: Listener) => search.subscribe(id, listener), [search, id]);
  const read = (): Matches | undefined => search.get(id);
  return useSyncExternalStore(subscribe, read, read);
}

/** What of an Email matches the search from which it was opened. */
export function useOpenedMatches(id: Id): Matches | undefined {
  const records = useCurrentRecords();
  const query = currentList(records)?.query;
  const search = query?.q === undefined ? undefined : searchMatches(query, records);
  useEffect(() => search?.want(id), [search, id]);
  const subscribe = useCallback(
    (listener: Listener) => search?.subscribe(id, listener) ?? (() => undefined),
    [search, id],
  );
  const read = (): Matches | undefined => search?.get(id);
  return useSyncExternalStore(subscribe, read, read);
}
