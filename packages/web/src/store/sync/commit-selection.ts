/** One edit for all that is selected: loaded or not, a few or a whole folder of a hundred thousand. */
import type { Id } from "@pismo/jmap";
import { runBulkEdit } from "./bulk-edit.ts";
import { type BulkEdit, deleteBulkEdit, storeBulkEdit, withBulkLock } from "./bulk-journal.ts";
import { commitEmails, type Committed, type Done, together } from "./commit-emails.ts";
import { type EmailEdit, patchOf } from "./email-edit.ts";
import { listFor } from "../lists/email-list.ts";
import { filterOf } from "../lists/list-query.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { clearSelection, type Selection } from "../lists/selection.ts";

export interface EditOptions {
  /** The Emails leave the list that is open: it is empty at once. */
  leaves?: boolean;
  /** The selection stays. */
  keepsSelection?: boolean;
  /** A mailbox that goes once all its Emails have left it. */
  destroysMailboxId?: Id;
}

/** Up to so many Emails go at once. */
const FEW = 200;

const newBulkEdit = (records: AccountRecords, edit: EmailEdit): BulkEdit => ({
  id: crypto.randomUUID(),
  accountId: records.accountId,
  edit,
});

async function commitAll(
  { query, except }: Extract<Selection, { kind: "all" }>,
  edit: EmailEdit,
  { leaves = false, destroysMailboxId }: EditOptions,
  records: AccountRecords,
): Promise<Done> {
  const filter = filterOf(query, records.mailboxes);
  if (!filter) return { count: 0, undo: undefined };
  const bulk: BulkEdit = {
    ...newBulkEdit(records, edit),
    query: { filter, except, askedAt: new Date().toISOString() },
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
async function commitMany(ids: readonly Id[], edit: EmailEdit, records: AccountRecords): Promise<Done> {
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

/** Edits the Emails; nothing is selected afterwards. @throws what the requests throw */
export async function commitSelection(selection: Selection, edit: EmailEdit, options: EditOptions = {}): Promise<Done> {
  const records = currentRecords();
  if (!options.keepsSelection) clearSelection();
  if (selection.kind === "all") return commitAll(selection, edit, options, records);
  const ids = [...selection.ids];
  if (ids.length > FEW) return commitMany(ids, edit, records);
  return commitEmails(ids, (row) => patchOf(edit, row), records);
}
