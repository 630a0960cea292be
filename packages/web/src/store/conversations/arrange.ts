/** Letters are put into other conversations, by the server that keeps them so. */
import { CONVERSATIONS, type Id, SetFailure } from "@pismo/jmap";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { usePreferences } from "../records/preferences.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { limits, request, useSessionState } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface Arranged {
  count: number;
  /** @throws what the request throws */
  undo: () => Promise<void>;
}

/** Whether lists show conversations, and the server lets the person arrange them. */
export function useMayArrange(): boolean {
  const { collapseThreads } = usePreferences();
  const isOffered = useSessionState(
    ({ session, account: { accountId } }) =>
      session?.accounts[accountId]?.accountCapabilities[CONVERSATIONS] !== undefined,
  );
  return collapseThreads && isOffered;
}

/** @throws SetFailure; what the requests throw */
async function arrange(wanted: Readonly<Record<Id, Id | null>>, { accountId }: AccountRecords): Promise<Arranged> {
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
  return {
    count: Object.keys(before).length,
    undo: async () => void (await arrange(before, currentRecords())),
  };
}

/** Out of their conversation, into one of their own. @throws SetFailure; what the requests throw */
export const splitOff = (ids: readonly Id[]): Promise<Arranged> =>
  arrange(Object.fromEntries(ids.map((id) => [id, null])), currentRecords());

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
  const joined = others.flatMap(({ emailIds }) => emailIds.map((id): [Id, Id] => [id, oldest.id]));
  return { ...(await arrange(Object.fromEntries(joined), records)), count: threads.length };
}
