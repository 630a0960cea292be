/** One edit for all that is selected: loaded or not, a few or a whole folder of a hundred thousand. */
import type { Id } from "@pismo/jmap";
import { commitEmails, type Done, FEW } from "./commit-emails.ts";
import { type EditOptions, type EmailEdit, patchOf } from "./email-edit.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { clearSelection, type Selection } from "../lists/selection.ts";
import { areThreadsLoaded, emailsBehind } from "../lists/thread-emails.ts";

/** It comes with what resumes the changes of an earlier page (drafts/writing.ts). */
const loadMany = () => import("./bulk/commit-many.ts");

/** Edits given Emails, however many. @throws what the requests throw */
export async function commitIds(ids: readonly Id[], edit: EmailEdit, records: AccountRecords): Promise<Done> {
  if (ids.length > FEW) return (await loadMany()).commitMany(ids, edit, records);
  return commitEmails(ids, (row) => patchOf(edit, row), records);
}

/** Edits the Emails; nothing is selected afterwards. @throws what the requests throw */
export async function commitSelection(selection: Selection, edit: EmailEdit, options: EditOptions = {}): Promise<Done> {
  const records = currentRecords();
  if (!options.keepsSelection) clearSelection();
  if (selection.kind === "all") return (await loadMany()).commitAll(selection, edit, options, records);
  let ids: readonly Id[] = [...selection.ids];
  if (selection.threadsIn !== undefined) {
    if (!areThreadsLoaded(ids, records)) await (await import("../lists/load-threads.ts")).loadThreadsOf(ids, records);
    ids = emailsBehind(ids, selection.threadsIn, records);
  }
  return commitIds(ids, edit, records);
}
