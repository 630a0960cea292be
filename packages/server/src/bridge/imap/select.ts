import type { ImapFolder } from "../../store/imap-folders.ts";
import { Refusal } from "./errors.ts";
import type { Mirror } from "./mirror.ts";

/** Selects a folder. @throws Refusal UIDVALIDITY when the uids that we know mean nothing any more */
export async function select({ session }: Mirror, { path, uidValidity }: ImapFolder): Promise<void> {
  const current = session.client.mailbox;
  if (current && current.path === path && String(current.uidValidity) === uidValidity) return;
  // Also one that is selected: another connection may have seen that it was made anew.
  const box = await session.must(session.client.mailboxOpen(path));
  if (String(box.uidValidity) !== uidValidity) throw new Refusal("UIDVALIDITY", "the folder has new uids");
}

/**
 * Before anything is half done, or a server says OK and does nothing (Courier).
 * @throws Refusal where the folder that is open cannot be changed, or its letters cannot be marked for deletion
 */
export function mustBeWritable({ session: { client } }: Mirror, use: "change" | "delete"): void {
  if (!client.mailbox) return;
  const { readOnly, permanentFlags } = client.mailbox;
  if (readOnly) throw new Refusal("READ-ONLY", "the folder can only be read");
  const mayDelete = !permanentFlags || permanentFlags.has("\\Deleted") || permanentFlags.has("\\*");
  if (use === "delete" && !mayDelete) throw new Refusal("NOPERM", "no letter can be deleted in this folder");
}
