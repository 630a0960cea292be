/** One edit for a hundred thousand Emails, in the server's portions, which a reload does not break off. */
import type { EmailFilterCondition, Filter, Id } from "@pismo/jmap";
import { deleteBulkEdit, storeBulkEdit, type StoredBulkEdit, noteBulkDone } from "./bulk-journal.ts";
import { commit } from "../commit.ts";
import { commitEmails, type Committed, together } from "../commit-emails.ts";
import { isUnreachable, whenReachable, whetherReachable } from "../connection.ts";
import { patchOf } from "../email-edit.ts";
import { dismissNotice, notify, updateNotice } from "../../notices.ts";
import { allIds } from "../../lists/query-ids.ts";
import type { AccountRecords } from "../../records/records.ts";
import { limits } from "../../session/session.ts";
import { slowSync } from "../sync-request.ts";

/** Failures in a row of a server that can be reached. */
const MAX_FAILURES = 3;

/** Asks again when the server is back, so that no edit stays half-done. */
async function persevere<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      if (!(await whetherReachable())) {
        await whenReachable(signal);
        failures = 0;
      } else if (failures >= MAX_FAILURES) throw error;
    }
  }
}

export interface BulkResult extends Committed {
  /** Emails that the edit was for, those that an earlier page changed too. */
  total: number;
  /** The person stopped it. */
  isStopped: boolean;
}

/** An edit that another page began leaves out what came after that. */
async function idsOf({ ids, query }: StoredBulkEdit, isResumed: boolean, records: AccountRecords, signal: AbortSignal) {
  if (ids || !query) return ids ?? [];
  const { filter, except, askedAt } = query;
  const asked: Filter<EmailFilterCondition> = isResumed
    ? { operator: "AND", conditions: [filter, { before: askedAt }] }
    : filter;
  const found: readonly Id[] = await persevere(() => allIds(asked, records, signal), signal);
  return found.filter((id) => !except.has(id));
}

/**
 * Shows how far it is, and can be stopped. It stays in the journal until it is done, stopped or refused. The caller
 * holds its lock.
 * @throws what the requests throw, but for a server that cannot be reached
 */
export async function runBulkEdit(
  bulk: StoredBulkEdit,
  records: AccountRecords,
  { isResumed = false }: { isResumed?: boolean } = {},
): Promise<BulkResult> {
  const stop = new AbortController();
  const { signal } = stop;
  const { id, edit, destroysMailboxId } = bulk;
  const notice = notify({ key: "actions.working", progress: 0, timeout: 0, cancel: () => stop.abort() });
  const resumeSync = slowSync();
  const portions: Committed[] = [];
  let total = 0;
  try {
    if (!isResumed) await storeBulkEdit(bulk);
    const ids = await idsOf(bulk, isResumed, records, signal);
    total = ids.length;
    if (!bulk.ids) await storeBulkEdit({ ...bulk, ids });
    const { maxObjectsInGet, maxObjectsInSet } = limits();
    const size = Math.min(maxObjectsInGet, maxObjectsInSet);
    for (let start = bulk.doneCount; start < ids.length && !signal.aborted; start += size) {
      const some = ids.slice(start, start + size);
      const portion = await persevere(() => commitEmails(some, (row) => patchOf(edit, row), records, signal), signal);
      await portion.done;
      portions.push(portion);
      void noteBulkDone(id, start + some.length);
      updateNotice(notice, { progress: (start + some.length) / ids.length });
    }
    if (destroysMailboxId !== undefined && !signal.aborted) {
      await commit({ type: "Mailbox", destroy: [destroysMailboxId] }, { records }).done;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    void deleteBulkEdit(id);
    dismissNotice(notice);
    resumeSync();
  }
  return { ...together(portions), total, isStopped: signal.aborted };
}
