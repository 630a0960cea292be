/** Copies that we may have made: a row says so before the command is given, and goes when they were looked for. */
import type { Id } from "@pismo/jmap";
import { getFolder, type ImapFolder } from "../../store/imap-folders.ts";
import { type Letter, listUnplaced, readLetter, removeUnplaced } from "../../store/imap-messages.ts";
import { Refusal } from "./errors.ts";
import { folderOf } from "./folder-of.ts";
import { messageIdIn } from "./mark.ts";
import type { Mirror } from "./mirror.ts";
import { syncFolder } from "./sync-folder.ts";
import { takeInLetters } from "./take-in-letters.ts";

/** More copies at a time are not on their way. */
const MANY = 1000;

/** A copy that we made must be in the folder: it is found there, or it is not and we know that as well. */
export async function lookFor(mirror: Mirror, mailboxId: Id, ids: readonly number[]): Promise<void> {
  const folder = await syncFolder(mirror, await folderOf(mirror, mailboxId));
  if (folder.backfillUid > 1) await lookBehind(mirror, folder, ids);
  await mirror.store.write(async (tx) => {
    for (const id of ids) await removeUnplaced(tx, id);
  });
}

/** In a folder with new uids that is still to be fetched: what we look for is fetched now. */
async function lookBehind(mirror: Mirror, folder: ImapFolder, ids: readonly number[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const all = await store.read((reader) => listUnplaced(reader, accountId, "appending", MANY));
  for (const { id, mark } of all) {
    const messageId = messageIdIn(mark);
    if (!ids.includes(id) || messageId === null) continue;
    const query = { uid: `1:${folder.backfillUid - 1}`, header: { "message-id": messageId } };
    const uids = await session.must(session.client.search(query, { uid: true }));
    await takeInLetters(
      mirror,
      folder,
      uids.toSorted((a, b) => a - b),
    );
  }
}

/**
 * What a crash or a lost connection left open: copies that there may be. @returns the letter as it is then
 * @throws Refusal while it is not known what has become of the folder
 */
export async function resolveAppending(mirror: Mirror, letter: Letter): Promise<Letter> {
  const { store, accountId } = mirror;
  const open = letter.unplaced.filter(({ reason }) => reason === "appending");
  for (const { mailboxId, id } of open) {
    const folder = await store.read((reader) => getFolder(reader, mailboxId));
    if (folder?.isGone) throw new Refusal("NONEXISTENT", "the folder is being looked for");
    if (folder) await lookFor(mirror, mailboxId, [id]);
    else await store.write((tx) => removeUnplaced(tx, id));
  }
  return open.length === 0 ? letter : store.read((reader) => readLetter(reader, accountId, letter.emailId));
}
