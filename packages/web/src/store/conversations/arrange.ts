/** Letters are put into other conversations, by the server that keeps them so. */
import { CONVERSATIONS, type Id, SetFailure } from "@pismo/jmap";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { usePreferences } from "../records/preferences.ts";
import { currentRecords } from "../records/records.ts";
import { ownIdOf, placeOf } from "../session/all-accounts.ts";
import { limits, request, useSessionState } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface Arranged {
  count: number;
  /** @throws what the request throws */
  undo: () => Promise<void>;
}

/** Whether lists show conversations, and the one account that has these letters lets the person arrange them. */
export function useMayArrange(ids: Iterable<Id>): boolean {
  const { collapseThreads } = usePreferences();
  const isOffered = useSessionState(({ session }) => {
    const [accountId, ...others] = new Set(Array.from(ids, (id) => placeOf(id).accountId));
    const capabilities = accountId === undefined ? undefined : session?.accounts[accountId]?.accountCapabilities;
    return others.length === 0 && capabilities?.[CONVERSATIONS] !== undefined;
  });
  return collapseThreads && isOffered;
}

/** @param wanted as the account itself names them @throws SetFailure; what the requests throw */
async function arrange(accountId: Id, wanted: Readonly<Record<Id, Id | null>>): Promise<Arranged> {
  const all = Object.entries(wanted);
  const before: Record<Id, Id> = {};
  const { maxObjectsInSet } = limits();
  for (let start = 0; start < all.length; start += maxObjectsInSet) {
    const emails = Object.fromEntries(all.slice(start, start + maxObjectsInSet));
    const call = await request((calls) => calls.call("Conversation/arrange", { accountId, emails }));
    const { arranged, notArranged } = call.result();
    for (const [id, { from }] of Object.entries(arranged ?? {})) before[id] = from;
    const [refused] = Object.values(notArranged ?? {});
    if (refused && !arranged) throw new SetFailure(refused);
  }
  requestSync();
  return { count: Object.keys(before).length, undo: async () => void (await arrange(accountId, before)) };
}

/** Into a conversation, or one of their own. @param ids of one account @throws as arrange does */
const putInto = (threadId: Id | null, ids: readonly Id[]): Promise<Arranged> => {
  const to = threadId && ownIdOf(threadId);
  return arrange(placeOf(ids[0]!).accountId, Object.fromEntries(ids.map((id) => [ownIdOf(id), to])));
};

/** Out of their conversation, into one of their own. @throws SetFailure; what the requests throw */
export const splitOff = (ids: readonly Id[]): Promise<Arranged> => putInto(null, ids);

/** The conversations of these letters become the one that began first. @throws SetFailure; what the requests throw */
export async function joinThreadsOf(ids: readonly Id[]): Promise<Arranged> {
  const records = currentRecords();
  const { Email, Thread } = records.maps;
  await loadThreadsOf(ids, records);
  const threads = [...new Set(ids.flatMap((id) => Email.get(id)?.threadId ?? []))].flatMap(
    (id) => Thread.get(id) ?? [],
  );
  const begins = ({ emailIds: [first = ""] }: { emailIds: readonly Id[] }): string =>
    Email.get(first)?.receivedAt ?? "";
  const [oldest, ...others] = threads.toSorted((one, other) => (begins(one) < begins(other) ? -1 : 1));
  if (!oldest || others.length === 0) return { count: 0, undo: () => Promise.resolve() };
  const joined = others.flatMap(({ emailIds }) => emailIds);
  return { ...(await putInto(oldest.id, joined)), count: threads.length };
}
