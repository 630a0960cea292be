/** Older letters of a newsletter go to the trash: in portions, which a reload does not break off, with one Undo. */
import type { Newsletter } from "@pismo/jmap";
import { loadMailboxes } from "../mailboxes/mailboxes.ts";
import { notify, notifyNotDone } from "../notices.ts";
import { currentRecords } from "../records/records.ts";
import { runBulkEdit } from "../sync/bulk/bulk-edit.ts";
import { withBulkLock } from "../sync/bulk/bulk-journal.ts";

/** @param before older ones alone; left out: all but the newest */
export async function trimNewsletter({ id, emailId, name }: Newsletter, before?: Date): Promise<void> {
  const records = currentRecords();
  // A page that begins with newsletters, or that has changed the account, may not know the folders yet.
  await loadMailboxes(records).catch(notifyNotDone);
  const trash = records.mailboxes.find(({ role }) => role === "trash");
  if (!trash) return;
  const now = new Date();
  const filter = { inNewsletter: id, ...(before && { before: before.toISOString() }) };
  const bulk = {
    id: crypto.randomUUID(),
    accountId: records.accountId,
    edit: { kind: "move" as const, from: null, to: trash.id },
    query: { filter, except: new Set(before ? [] : [emailId]), askedAt: now.toISOString() },
  };
  try {
    const { count, undo } = await withBulkLock(bulk.id, () => runBulkEdit({ ...bulk, doneCount: 0 }, records));
    if (count === 0) notify({ key: "newsletters.nothingOlder", values: { name } });
    else notify({ key: "newsletters.trashed", values: { count, name }, ...(undo && { undo }) });
  } catch (error) {
    notifyNotDone(error);
  }
}
