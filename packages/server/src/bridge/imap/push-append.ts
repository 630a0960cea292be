/** A letter that was written here, put on the server. */
import type { Id } from "@pismo/jmap";
import { getEmails } from "../../store/emails.ts";
import { addUnplaced, placeMessage, readLetter, removeUnplaced } from "../../store/imap-messages.ts";
import { settle } from "./apply.ts";
import { Refusal } from "./errors.ts";
import { flagOf, storable } from "./flags.ts";
import { lookFor } from "./look-for-copies.ts";
import { markOf, messageIdOf } from "./mark.ts";
import type { Mirror } from "./mirror.ts";
import { ensureFolder } from "./push-mailbox.ts";
import { syncFolder } from "./sync-folder.ts";
import { learnServerId } from "./take-in-letters.ts";

/** Lines end in CRLF on the wire (RFC 5322 §2.1); what was imported here may not. */
function onTheWire(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("latin1");
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? Buffer.from(text.replaceAll(/\r\n|\r|\n/g, "\r\n"), "latin1") : buffer;
}

/** A letter that the server has not got yet. @throws Refusal */
export async function pushAppend(mirror: Mirror, emailId: Id, to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const folder = await syncFolder(mirror, await ensureFolder(mirror, to));
  const { record, letter } = await store.read(async (reader) => ({
    record: (await getEmails(reader, accountId, [emailId]))[0],
    letter: await readLetter(reader, accountId, emailId),
  }));
  if (!record || letter.placed.length > 0) return;
  // One that is not here is on the server: there is nothing to append, and nobody to wait for.
  const stored = await store.read((reader) => reader.blobs.get(record.blobId));
  if (!stored) throw new Refusal("CANNOT", "the message is missing");
  const bytes = onTheWire(stored);
  const keywords = storable(record.keywords, folder.permanentFlags).toSorted();
  const mark = markOf(messageIdOf(bytes), bytes.length, record.receivedAt);
  const copy = { mailboxId: to, emailId, keywords, mark };
  const id = await store.write((tx) => addUnplaced(tx, accountId, { ...copy, reason: "appending" }));
  const flags = keywords.map(flagOf);
  const { uid, uidValidity = folder.uidValidity } = await session
    .must(session.client.append(folder.path, bytes, flags, record.receivedAt))
    .catch(async (error: unknown) => {
      if (error instanceof Refusal) await store.write((tx) => removeUnplaced(tx, id));
      throw error;
    });
  if (uid === undefined || String(uidValidity) !== folder.uidValidity) return lookFor(mirror, to, [id]);
  await store.write(async (tx) => {
    await removeUnplaced(tx, id);
    await placeMessage(tx, { ...copy, uid });
    await settle(tx, accountId, emailId);
  });
  if (letter.labels) await learnServerId(mirror, folder, { uid, emailId });
  return undefined;
}
