/** Letters go away until a moment; the server keeps it (SNOOZE). */
import { type Id, SetFailure, SNOOZE, SNOOZED_ROLE, type SnoozePutArgs, type UTCDate } from "@pismo/jmap";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { clearSelection, type Selection, selectedEmails } from "../lists/selection.ts";
import { areThreadsLoaded } from "../lists/thread-emails.ts";
import { findMailbox } from "../mailboxes/mailboxes.ts";
import { currentRecords } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, limits, request } from "../session/session.ts";
import { commitIds } from "../sync/commit-selection.ts";
import { requestSync } from "../sync/sync-request.ts";
import { Turns } from "../turns.ts";
import { byAccount } from "../session/by-account.ts";
import { comesBackAbove, noteTimes, timeOf } from "./returned.ts";
import { knownUntil, noteSnoozed } from "./snoozed-until.ts";

/** RFC 8620 §1.4: no zero fraction. */
const textOf = (date: Date | null | undefined): UTCDate | null => date?.toISOString().replace(/\.\d+Z$/, "Z") ?? null;

/** Whether the server of an Email's account snoozes. */
export const maySnooze = (id: Id): boolean => hasCapability(getSession(), placeOf(id).accountId, SNOOZE);

export interface Snoozed {
  count: number;
  /** @throws what the request throws */
  undo: () => Promise<void>;
}

/** The Emails that are meant, with those of their Threads in the folder that is shown. @throws what the requests throw */
async function emailsOf(selection: Selection): Promise<Id[]> {
  const records = currentRecords();
  if (selection.kind === "ids" && selection.threadsIn !== undefined) {
    const ids = [...selection.ids];
    if (!areThreadsLoaded(ids, records)) await loadThreadsOf(ids, records);
  }
  return [...selectedEmails(selection)];
}

/** Until when Emails are away; null: they go back to where they were, or were not away. */
type Times = ReadonlyMap<Id, Date | null>;

const timesOf = (ids: readonly Id[], until: Date | null): Times => new Map(ids.map((id) => [id, until]));

/** Of two that are on their way to another mail server at once, the first might be done last. */
const puts = new Turns();

/** @returns until when those were away before that are as is wanted now. @throws SetFailure; what the requests throw */
const put = (times: Times, mailboxName?: string): Promise<Times> => puts.take(() => putNow(times, mailboxName));

async function putNow(times: Times, mailboxName: string | undefined): Promise<Times> {
  const before = new Map<Id, Date | null>();
  for (const [accountId, own] of byAccount(times.keys())) {
    const { maxObjectsInSet } = limits();
    for (let start = 0; start < own.length; start += maxObjectsInSet) {
      const some = own.slice(start, start + maxObjectsInSet);
      const emails: SnoozePutArgs["emails"] = Object.fromEntries(
        some.map((id) => [placeOf(id).id, textOf(times.get(id))]),
      );
      const call = await request((calls) =>
        calls.call("Snooze/put", { accountId, emails, ...(mailboxName !== undefined && { mailboxName }) }),
      );
      const { snoozed, notSnoozed } = call.result();
      const [refused] = Object.values(notSnoozed ?? {});
      if (refused && !snoozed) throw new SetFailure(refused);
      for (const id of some) {
        const done = snoozed?.[placeOf(id).id];
        if (done) before.set(id, done.before === undefined ? null : new Date(done.before));
      }
    }
  }
  const now = [...before.keys()].map((id) => [id, times.get(id) ?? null] as const);
  noteSnoozed(now);
  noteTimes(now);
  requestSync();
  return before;
}

/** Until the time that they had; what would be back by now goes back. */
const stillAhead = (times: Times): Times =>
  new Map(Array.from(times, ([id, until]) => [id, until && until.getTime() > Date.now() ? until : null]));

/**
 * @param mailboxName of the mailbox of snoozed Emails, where it is made now
 * @throws SetFailure; what the requests throw
 */
export async function snooze(
  selection: Selection,
  isMeant: (id: Id) => boolean,
  until: Date,
  mailboxName: string,
): Promise<Snoozed> {
  const ids = (await emailsOf(selection)).filter(isMeant);
  clearSelection();
  const before = await put(timesOf(ids, until), mailboxName);
  return { count: before.size, undo: async () => void (await put(stillAhead(before))) };
}

/** They stand again as having come back, where no server puts them back; elsewhere a time that has passed is over. */
async function putAmongSnoozed(times: ReadonlyMap<Id, Date>): Promise<void> {
  const to = findMailbox(SNOOZED_ROLE)?.id;
  const ids = [...times.keys()].filter(comesBackAbove);
  if (to === undefined || ids.length === 0) return;
  await commitIds(ids, { kind: "move", from: null, to }, currentRecords());
  noteTimes(ids.map((id) => [id, times.get(id)!]));
}

/** @throws SetFailure; what the requests throw */
export async function wake(ids: readonly Id[]): Promise<Pick<Snoozed, "count"> & Partial<Snoozed>> {
  const known = ids.flatMap((id) => {
    const until = knownUntil(id) ?? timeOf(id);
    return until ? [[id, until] as const] : [];
  });
  const woken = await put(timesOf(ids, null));
  const times = known.filter(([id]) => woken.has(id));
  if (times.length === 0) return { count: woken.size };
  const undo = async (): Promise<void> => {
    const [ahead, back] = [new Map<Id, Date>(), new Map<Id, Date>()];
    for (const [id, until] of times) (until.getTime() > Date.now() ? ahead : back).set(id, until);
    await put(ahead);
    await putAmongSnoozed(back);
  };
  return { count: woken.size, undo };
}
