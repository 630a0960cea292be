/** Making, renaming, moving and deleting folders. */
import { type Id, SetFailure } from "@pismo/jmap";
import { commit } from "./sync/commit.ts";
import { commitSelection } from "./sync/commit-selection.ts";
import { mailboxWithRole } from "./mailboxes/folders.ts";
import { currentRecords } from "./records/records.ts";
import type { Selection } from "./lists/selection.ts";
import { request } from "./session/session.ts";
import { sync } from "./sync/sync.ts";

/**
 * Makes a folder and gives its id, which is its name in addresses.
 * @throws SetFailure with the server's own type (e.g. alreadyExists for a name that is taken), TypeError
 */
export async function createFolder(name: string, parentId: Id | null = null): Promise<Id> {
  const records = currentRecords();
  const { accountId } = records;
  const set = await request((calls) =>
    calls.call("Mailbox/set", { accountId, create: { folder: { name: name.trim(), parentId } } }),
  );
  const { created, notCreated } = set.result();
  const id = created?.["folder"]?.id;
  if (!id) throw new SetFailure(notCreated?.["folder"] ?? { type: "invalidProperties" });
  await sync(records);
  return id;
}

/** Shows at once; a refusal takes it back and is told. */
export function renameFolder(id: Id, name: string): void {
  commit({ type: "Mailbox", update: { [id]: { name: name.trim() } } });
}

/** The same: under another folder, or at the top (null). */
export function moveFolder(id: Id, parentId: Id | null): void {
  commit({ type: "Mailbox", update: { [id]: { parentId } } });
}

/** Deletes a folder; its Emails go to the trash first, unless they lie elsewhere too. @throws what the requests throw */
export async function deleteFolder(id: Id): Promise<void> {
  const { mailboxes } = currentRecords();
  const trash = mailboxWithRole(mailboxes, "trash");
  if (!trash) return;
  const all: Selection = { kind: "all", query: { folder: id }, except: new Set(), total: 0 };
  await commitSelection(all, { kind: "leave", mailboxId: id, to: trash.id }, { leaves: true, destroysMailboxId: id });
}
