/** Goes on with the bulk edits that pages which are gone have begun. */
import { storedBulkEdit, storedBulkEditIds, withBulkLock } from "./bulk-journal.ts";
import { runBulkEdit } from "./bulk-edit.ts";
import { notify, notifyNotDone } from "../../notices.ts";
import { recordsOf } from "../../records/records.ts";
import { getAccounts } from "../../session/session.ts";

async function resume(id: string): Promise<void> {
  const bulk = await storedBulkEdit(id);
  if (!bulk || !getAccounts().some(({ accountId }) => accountId === bulk.accountId)) return;
  try {
    const { total, isStopped } = await runBulkEdit(bulk, recordsOf(bulk.accountId), { isResumed: true });
    if (total > 0 && !isStopped) notify({ key: "actions.resumed", values: { count: total } });
  } catch (error) {
    notifyNotDone(error);
    console.error(error);
  }
}

/** Once at the start. A page that still stands holds the lock of its own: when it finishes, nothing is left to do. */
export async function resumeBulkEdits(): Promise<void> {
  if (!globalThis.navigator?.locks) return;
  for (const id of await storedBulkEditIds()) void withBulkLock(id, () => resume(id));
}
