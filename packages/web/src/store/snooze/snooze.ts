/** Letters go away until a moment; the server keeps it (SNOOZE). */
import { type Id, SetFailure, SNOOZE, type SnoozePutArgs } from "@pismo/jmap";
import { loadThreadsOf } from "../lists/load-threads.ts";
import { clearSelection, type Selection, selectedEmails } from "../lists/selection.ts";
import { areThreadsLoaded } from "../lists/thread-emails.ts";
import { currentRecords } from "../records/records.ts";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, givenSession, limits, request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";
import { byAccount } from "./by-account.ts";
import { noteSnoozed } from "./snoozed-until.ts";

/** RFC 8620 §1.4: no zero fraction. */
const utcDate = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

/** Whether the server of an Email's account snoozes. */
export const maySnooze = (id: Id): boolean =>
  hasCapability(givenSession() ?? getSession(), placeOf(id).accountId, SNOOZE);

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

/** @param until null: they go back to where they were. @returns those that were. @throws SetFailure; what the requests throw */
async function put(ids: readonly Id[], until: Date | null, mailboxName?: string): Promise<Id[]> {
  const done: Id[] = [];
  for (const [accountId, own] of byAccount(ids)) {
    const { maxObjectsInSet } = limits();
    for (let start = 0; start < own.length; start += maxObjectsInSet) {
      const some = own.slice(start, start + maxObjectsInSet);
      const time = until && utcDate(until);
      const emails: SnoozePutArgs["emails"] = Object.fromEntries(some.map((id) => [placeOf(id).id, time]));
      const call = await request((calls) =>
        calls.call("Snooze/put", { accountId, emails, ...(mailboxName !== undefined && { mailboxName }) }),
      );
      const { snoozed, notSnoozed } = call.result();
      const [refused] = Object.values(notSnoozed ?? {});
      if (refused && !snoozed) throw new SetFailure(refused);
      done.push(...some.filter((id) => snoozed && placeOf(id).id in snoozed));
    }
  }
  noteSnoozed(done, until);
  requestSync();
  return done;
}

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
  const done = await put(ids, until, mailboxName);
  return { count: done.length, undo: async () => void (await put(done, null)) };
}

/** @returns how many are back. @throws SetFailure; what the requests throw */
export async function wake(ids: readonly Id[]): Promise<number> {
  return (await put(ids, null)).length;
}
