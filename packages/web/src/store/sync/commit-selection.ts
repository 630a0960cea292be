/** One edit for all that is selected: loaded or not, a few or a whole folder of a hundred thousand. */
import type { Id } from "@pismo/jmap";
import { commitEmails, type Done } from "./commit-emails.ts";
import { type EmailEdit, patchOf } from "./email-edit.ts";
import { currentRecords } from "../records/records.ts";
import { clearSelection, type Selection } from "../lists/selection.ts";
import { areThreadsLoaded, emailsBehind } from "../lists/thread-emails.ts";

export interface EditOptions {
  /** The Emails leave the list that is open: it is empty at once. */
  leaves?: boolean;
  /** The selection stays. */
  keepsSelection?: boolean;
  /** A mailbox that goes once all its Emails have left it. */
  destroysMailboxId?: Id;
}

/** Up to so many Emails go at once. */
export const FEW = 200;

/** It comes with what resumes the changes of an earlier page (drafts/writing.ts). */
const loadMany = () => import("./commit-many.ts");

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
  if (ids.length > FEW) return (await loadMany()).commitMany(ids, edit, records);
  return commitEmails(ids, (row) => patchOf(edit, row), records);
}
