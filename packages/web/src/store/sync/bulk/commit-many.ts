/** Edits of whole lists, and of more Emails than go at once: code that no list waits for. */
import type { Id } from "@pismo/jmap";
import { runBulkEdit } from "./bulk-edit.ts";
import { type BulkEdit, deleteBulkEdit, storeBulkEdit, withBulkLock } from "./bulk-journal.ts";
import { commitEmails, type Committed, type Done, FEW, together } from "../commit-emails.ts";
import { type EditOptions, type EmailEdit, patchOf } from "../email-edit.ts";
import { listFor } from "../../lists/email-list.ts";
import { filterOf } from "../../lists/list-filter.ts";
import { loadThreadsOf } from "../../lists/load-threads.ts";
import { emailsBehind } from "../../lists/thread-emails.ts";
import type { AccountRecords } from "../../records/records.ts";
import type { Selection } from "../../lists/selection.ts";

const newBulkEdit = (records: AccountRecords, edit: EmailEdit): BulkEdit => ({
  id: crypto.randomUUID(),
  accountId: records.accountId,
  edit,
});

/** Every Email of a list but some. @throws what the requests throw */
export async function commitAll(
  { query, except }: Extract<Selection, { kind: "all" }>,
  edit: EmailEdit,
  { leaves = false, destroysMailboxId }: EditOptions,
  records: AccountRecords,
): Promise<Done> {
  const filter = filterOf(query, records.mailboxes);
  if (!filter) return { count: 0, undo: undefined };
  if (query.threads) await loadThreadsOf([...except], records);
  const left = query.threads ? new Set(emailsBehind(except, query.folder, records)) : except;
  const bulk: BulkEdit = {
    ...newBulkEdit(records, edit),
    query: { filter, except: left, askedAt: new Date().toISOString() },
    ...(destroysMailboxId !== undefined && { destroysMailboxId }),
  };
  const list = listFor(query, records);
  list.isEmptied = leaves && except.size === 0;
  list.changed();
  try {
    return await withBulkLock(bulk.id, () => runBulkEdit({ ...bulk, doneCount: 0 }, records));
  } finally {
    list.isEmptied = false;
    list.changed();
  }
}

/** Many that were selected one by one: shown at once, and in the journal until the server has them. */
export async function commitMany(ids: readonly Id[], edit: EmailEdit, records: AccountRecords): Promise<Done> {
  const bulk: BulkEdit = { ...newBulkEdit(records, edit), ids };
  const all: Committed[] = [];
  const commitPortions = async (): Promise<Committed> => {
    for (let start = 0; start < ids.length; start += FEW) {
      all.push(await commitEmails(ids.slice(start, start + FEW), (row) => patchOf(edit, row), records));
    }
    return together(all);
  };
  return new Promise((resolve) => {
    void withBulkLock(bulk.id, async () => {
      await storeBulkEdit(bulk);
      const committed = commitPortions();
      resolve(committed);
      // Throws where Emails cannot be fetched.
      await committed.then(({ done }) => done).catch(() => undefined);
      await deleteBulkEdit(bulk.id);
    });
  });
}
