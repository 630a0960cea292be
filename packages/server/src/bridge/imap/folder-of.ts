import type { Id } from "@pismo/jmap";
import { getFolder, type ImapFolder } from "../../store/imap-folders.ts";
import { Refusal } from "./errors.ts";
import type { Mirror } from "./mirror.ts";

/** The folder on the server that a mailbox is. @throws Refusal where there is none any more */
export async function folderOf({ store }: Mirror, mailboxId: Id): Promise<ImapFolder> {
  const folder = await store.read((reader) => getFolder(reader, mailboxId));
  if (!folder) throw new Refusal("NONEXISTENT", "the folder is gone");
  return folder;
}
