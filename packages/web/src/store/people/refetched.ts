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
  /** It is this from now on, unless `send` throws; what it throws is thrown on. */
  write(accountId: Id, value: T, send: () => Promise<void>): Promise<void>;
}

export function refetched<T>(
  types: readonly StateType[],
  nothing: T,
  fetch: (accountId: Id) => Promise<T>,
): Refetched<T> {
  const known = new Map<Id, Asked<T>>();
  /** Writes on their way, by account. */
  const writing = new Map<Id, number>();
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
    // News of an earlier write arrives during a later one: the server would answer what was before that.
    if (before && (!before.isStale || writing.get(accountId))) return before.value;
    const entry: Asked<T> = { isStale: false, value: fetch(accountId) };
    entry.value = entry.value.catch(() => {
      entry.isStale = true;
      return before?.value ?? nothing;
    });
    known.set(accountId, entry);
    return entry.value;
  };
  const write: Refetched<T>["write"] = async (accountId, value, send) => {
    const before = known.get(accountId)?.value ?? nothing;
    known.set(accountId, { value: Promise.resolve(value), isStale: false });
    writing.set(accountId, (writing.get(accountId) ?? 0) + 1);
    try {
      await send();
    } catch (error) {
      known.set(accountId, { value: Promise.resolve(before), isStale: true });
      throw error;
    } finally {
      writing.set(accountId, writing.get(accountId)! - 1);
    }
  };
  return { load, write };
}
