/** How many Emails the folder Important holds: no mailbox counts them, so the server is asked. */
import { type Batch, SEEN } from "@pismo/jmap";
import { folderFilter, folderOf } from "./folders.ts";
import { type AccountRecords, useCurrentRecords } from "../records/records.ts";
import { createSignal, type Signal, useSignal } from "../signal.ts";

interface Count {
  total: number;
  unread: number;
}

const counts = new WeakMap<AccountRecords, Signal<Count>>();

function countOf(records: AccountRecords): Signal<Count> {
  let count = counts.get(records);
  if (!count) counts.set(records, (count = createSignal({ total: 0, unread: 0 })));
  return count;
}

/** Adds the calls to a batch; what it gives back applies the answer. */
export function importantCountCalls(batch: Batch, records: AccountRecords): () => void {
  const { accountId, mailboxes } = records;
  const folder = folderOf(mailboxes, "important");
  if (!folder || mailboxes.length === 0) return () => undefined;
  const inFolder = folderFilter(mailboxes, folder);
  const unseen = { operator: "AND" as const, conditions: [inFolder, { notKeyword: SEEN }] };
  const query = { accountId, limit: 0, calculateTotal: true };
  const total = batch.call("Email/query", { ...query, filter: inFolder });
  const unread = batch.call("Email/query", { ...query, filter: unseen });
  return () => {
    const next = { total: total.result().total ?? 0, unread: unread.result().total ?? 0 };
    const now = countOf(records).get();
    if (now.total !== next.total || now.unread !== next.unread) countOf(records).set(next);
  };
}

/** Shows a change at once, before the server has counted. */
export function adjustImportantCount(records: AccountRecords, change: Count): void {
  if (change.total === 0 && change.unread === 0) return;
  const { total, unread } = countOf(records).get();
  countOf(records).set({ total: Math.max(0, total + change.total), unread: Math.max(0, unread + change.unread) });
}

export function useImportantCount(): Count {
  return useSignal(countOf(useCurrentRecords()));
}
