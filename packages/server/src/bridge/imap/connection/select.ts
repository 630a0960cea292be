import type { Id } from "@pismo/jmap";
import { getFolder, type ImapFolder } from "../../../store/mirror/imap-folders.ts";
import { Refusal } from "./errors.ts";
import type { Mirror } from "../sync/mirror.ts";

/** The server's folder of a mailbox. @throws Refusal where there is none any more */
export async function folderOf({ store, accountId }: Mirror, mailboxId: Id): Promise<ImapFolder> {
  const folder = await store.read((reader) => getFolder(reader, accountId, mailboxId));
  if (!folder) throw new Refusal("NONEXISTENT", "the folder is deleted");
  return folder;
}

/** Selects a folder. @throws Refusal UIDVALIDITY when the stored uids are not valid any more */
export async function select({ session }: Mirror, { path, uidValidity }: ImapFolder): Promise<void> {
  const current = session.client.mailbox;
  if (current && current.path === path && String(current.uidValidity) === uidValidity) return;
  // Also where it is selected: another connection may have seen that it was recreated.
  const box = await session.must(session.client.mailboxOpen(path));
  if (String(box.uidValidity) !== uidValidity) throw new Refusal("UIDVALIDITY", "the folder has new uids");
}

/**
 * Checked before a task is half done, and because Courier replies OK and does nothing.
 * @throws Refusal where the open folder is read-only, or does not store \Deleted
 */
export function mustBeWritable({ session: { client } }: Mirror, use: "change" | "delete"): void {
  if (!client.mailbox) return;
  const { readOnly, permanentFlags } = client.mailbox;
  if (readOnly) throw new Refusal("READ-ONLY", "the folder is read-only");
  const mayDelete = !permanentFlags || permanentFlags.has("\\Deleted") || permanentFlags.has("\\*");
  if (use === "delete" && !mayDelete) throw new Refusal("NOPERM", "no message can be deleted in this folder");
}
