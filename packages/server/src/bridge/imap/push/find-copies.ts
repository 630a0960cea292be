/** Finds copies that we may have made: a row is written before the command, and removed after the search. */
import type { Id } from "@pismo/jmap";
import { getFolder, type ImapFolder } from "../../../store/mirror/imap-folders.ts";
import {
  type MirroredEmail,
  listUnlocated,
  readMirroredEmail,
  removeUnlocated,
} from "../../../store/mirror/imap-copies.ts";
import { Refusal } from "../connection/errors.ts";
import { folderOf } from "../connection/select.ts";
import { messageIdIn } from "../pull/fingerprint.ts";
import type { Mirror } from "../sync/mirror.ts";
import { syncFolder } from "../pull/sync-folder.ts";
import { ingestLabelledMessages } from "../pull/ingest-labelled-messages.ts";

/** There are never more pending copies. */
const MANY = 1000;

/** Searches a folder for copies that we may have made: afterwards it is known whether they exist. */
export async function findCopies(mirror: Mirror, mailboxId: Id, ids: readonly number[]): Promise<void> {
  const folder = await syncFolder(mirror, await folderOf(mirror, mailboxId));
  if (folder.backfillUid > 1) await findInBackfill(mirror, folder, ids);
  await mirror.store.write(async (tx) => {
    for (const id of ids) await removeUnlocated(tx, mirror.accountId, id);
  });
}

/** Where the folder's backfill is not done: ingests the copies now. */
async function findInBackfill(mirror: Mirror, folder: ImapFolder, ids: readonly number[]): Promise<void> {
  const { store, accountId, session } = mirror;
  const all = await store.read((reader) => listUnlocated(reader, accountId, "appending", MANY));
  for (const { id, fingerprint } of all) {
    const messageId = messageIdIn(fingerprint);
    if (!ids.includes(id) || messageId === null) continue;
    const query = { uid: `1:${folder.backfillUid - 1}`, header: { "message-id": messageId } };
    const uids = await session.must(session.client.search(query, { uid: true }));
    await ingestLabelledMessages(
      mirror,
      folder,
      uids.toSorted((a, b) => a - b),
    );
  }
}

/**
 * Resolves copies that a crash or a lost connection left open. @returns the current state
 * @throws Refusal while it is not known whether the folder was renamed
 */
export async function resolveAppending(mirror: Mirror, email: MirroredEmail): Promise<MirroredEmail> {
  const { store, accountId } = mirror;
  const open = email.unlocated.filter(({ reason }) => reason === "appending");
  for (const { mailboxId, id } of open) {
    const folder = await store.read((reader) => getFolder(reader, accountId, mailboxId));
    if (folder?.isGone) throw new Refusal("NONEXISTENT", "the folder may have been renamed");
    if (folder) await findCopies(mirror, mailboxId, [id]);
    else await store.write((tx) => removeUnlocated(tx, accountId, id));
  }
  return open.length === 0 ? email : store.read((reader) => readMirroredEmail(reader, accountId, email.emailId));
}
