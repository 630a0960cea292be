/** A cache of the lists of Emails that were opened; the open one follows the server. */
import type { Id } from "@pismo/jmap";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { onReachable } from "../sync/connection.ts";
import { filterOf } from "./list-filter.ts";
import { folderQuery, type ListQuery, queryKey } from "./list-query.ts";
import type { EmailList } from "./list-shapes.ts";
import { LiveList } from "./live-list.ts";
import { getPreferences } from "../records/preferences.ts";
import { painted } from "../prefetch/painted.ts";
import { type AccountRecords, currentRecords, useCurrentRecords } from "../records/records.ts";
import { type Listener, tell } from "../signal.ts";
import { requestSync } from "../sync/sync-request.ts";

/** Those that were opened last, and the folders that were fetched ahead. */
const maxLists = 24;

interface Lists {
  byKey: Map<string, LiveList>;
  current: LiveList | undefined;
}

const lists = new WeakMap<AccountRecords, Lists>();

function listsOf(records: AccountRecords): Lists {
  const known = lists.get(records);
  if (known) return known;
  const fresh: Lists = { byKey: new Map(), current: undefined };
  lists.set(records, fresh);
  records.onEmailChange((id) => {
    for (const list of fresh.byKey.values()) list.reconsider(id);
  });
  return fresh;
}

/** The list for a query; the same object while it is cached. */
export function listFor(query: ListQuery, records = currentRecords()): LiveList {
  const { byKey, current } = listsOf(records);
  const key = queryKey(query);
  const list = byKey.get(key) ?? new LiveList(query, records);
  byKey.delete(key);
  byKey.set(key, list);
  for (const [oldKey, old] of byKey) {
    if (byKey.size <= maxLists) break;
    if (old !== list && old !== current && !old.isWatched) byKey.delete(oldKey);
  }
  return list;
}

/** The list that is open, or was last before an Email of it was opened. */
export const currentList = (records = currentRecords()): LiveList | undefined => listsOf(records).current;

export const cachedLists = (records: AccountRecords): LiveList[] => [...listsOf(records).byKey.values()];

/** Those that follow the server; the others catch up when they are opened again. */
export function followedLists(records: AccountRecords): LiveList[] {
  const { byKey, current } = listsOf(records);
  return [...byKey.values()].filter((list) => list.isLoaded && (list.isWatched || list === current));
}

let opened: LiveList | undefined;
const listChangeListeners = new Set<Listener>();

/** Told when another list is opened than the one before, of this account or another. */
export function onListChange(listener: Listener): void {
  listChangeListeners.add(listener);
}

/** Makes the list the open one: it is loaded, or brought up to date. */
export function openList(list: LiveList): void {
  const own = listsOf(list.records);
  if (own.current !== list) own.current?.left();
  own.current = list;
  if (opened !== list) tell(listChangeListeners);
  opened = list;
  // The known rows are painted before the changes since then are fetched.
  if (list.isLoaded) void painted().then(() => requestSync(() => own.current === list));
  else if (list.records.accountId !== "") void list.load();
}

/**
 * Fetches a list's first Emails.
 * @param timeoutMs resolves then at the latest
 * @returns undefined where they are there or the folder is not; else resolves when they are, it is known that they
 * cannot be had, or the time is over
 */
export function fetchList(query: ListQuery, timeoutMs: number): Promise<void> | undefined {
  const records = currentRecords();
  if (!filterOf(query, records.mailboxes)) return undefined;
  const list = listFor(query, records);
  if (list.isLoaded) return undefined;
  void list.load();
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    const stop = list.subscribe(() => list.snapshot().status !== "loading" && end());
  });
}

/** Fetches a folder's first Emails: it will probably be opened next. */
export function prefetchFolder(folder: string): void {
  void fetchList(folderQuery(folder, getPreferences()), 0);
}

/** The Emails of a query, live. Open until another list is. */
export function useEmailList(query: ListQuery): EmailList {
  const records = useCurrentRecords();
  const key = queryKey(query);
  // The key says all that the query does.
  // oxlint-disable-next-line react/exhaustive-deps
  const list = useMemo(() => listFor(query, records), [key, records]);
  useEffect(() => openList(list), [list]);
  return useSyncExternalStore(list.subscribe, list.snapshot, list.snapshot);
}

export interface Neighbours {
  /** The Email above (newer), and the one below. */
  previous: Id | undefined;
  next: Id | undefined;
}

const none: Neighbours = { previous: undefined, next: undefined };

/** The Emails beside one in the list from which it was opened. */
export function neighboursOf(id: Id, list = currentList()): Neighbours {
  const index = list ? list.sparse.indexOf(id) : -1;
  if (!list || index === -1) return none;
  return { previous: list.sparse.idAt(index - 1), next: list.sparse.idAt(index + 1) };
}

const noList = { subscribe: () => () => undefined, snapshot: () => undefined };

export function useNeighbours(id: Id): Neighbours {
  const list = currentList(useCurrentRecords());
  const { subscribe, snapshot } = list ?? noList;
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot);
  useEffect(() => {
    const index = shown?.indexOf(id) ?? -1;
    if (index !== -1) shown?.ensureRange(index - 1, index + 2);
  }, [shown, id]);
  return useMemo(() => (shown ? neighboursOf(id, list) : none), [shown, id, list]);
}

onReachable(() => {
  const list = currentList();
  if (list && !list.isLoaded) list.retry();
});
