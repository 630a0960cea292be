import type { ImapFolder } from "../../store/imap-folders.ts";
import { Refusal } from "./errors.ts";
import type { Mirror } from "./mirror.ts";

/** Selects a folder. @throws Refusal UIDVALIDITY when the uids that we know mean nothing any more */
export async function select({ session }: Mirror, folder: ImapFolder): Promise<void> {
  const current = session.client.mailbox;
  const box =
    current && current.path === folder.path ? current : await session.must(session.client.mailboxOpen(folder.path));
  if (String(box.uidValidity) !== folder.uidValidity) throw new Refusal("UIDVALIDITY", "the folder has new uids");
}
