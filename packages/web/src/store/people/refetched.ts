/** What is asked of the server once, and again when the news says that it may have changed. */
import type { Id, StateType } from "@pismo/jmap";
import { onNews } from "../sync/news.ts";

interface Asked<T> {
  value: Promise<T>;
  isStale: boolean;
}

export interface Refetched<T> {
  /** Of an account; where the server is away, what is known stays, or nothing is. */
  load(accountId: Id): Promise<T>;
  /** It is this from now on. */
  put(accountId: Id, value: T): void;
}

export function refetched<T>(
  types: readonly StateType[],
  nothing: T,
  fetch: (accountId: Id) => Promise<T>,
): Refetched<T> {
  const known = new Map<Id, Asked<T>>();
  let isFollowing = false;
  const follow = (): void => {
    if (isFollowing) return;
    isFollowing = true;
    onNews((changed) => {
      for (const [accountId, entry] of known)
        if (!changed || types.some((type) => changed[accountId]?.[type] !== undefined)) entry.isStale = true;
    });
  };
  const load = (accountId: Id): Promise<T> => {
    follow();
    const before = known.get(accountId);
    if (before && !before.isStale) return before.value;
    const entry: Asked<T> = { isStale: false, value: fetch(accountId) };
    entry.value = entry.value.catch(() => {
      entry.isStale = true;
      return before?.value ?? nothing;
    });
    known.set(accountId, entry);
    return entry.value;
  };
  return {
    load,
    put: (accountId, value) => void known.set(accountId, { value: Promise.resolve(value), isStale: false }),
  };
}
