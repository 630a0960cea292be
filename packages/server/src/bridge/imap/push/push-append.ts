/** Appends messages that were written here to a folder of the server. */
import type { Id } from "@pismo/jmap";
import { onTheWire } from "../../../mime/compose/on-the-wire.ts";
import { readChecked } from "../../../store/blobs/verify-blobs.ts";
import { getEmails } from "../../../store/mail/emails.ts";
import { addUnlocated, addLocated, readMirroredEmail, removeUnlocated } from "../../../store/mirror/imap-copies.ts";
import { keywordsOfCopy } from "../../../store/submission/pending-keywords.ts";
import { settle } from "../pull/apply-changes.ts";
import { Refusal } from "../connection/errors.ts";
import { flagOf, isSystemKeyword, storable } from "../pull/flags.ts";
import { learnFull } from "./full-folder.ts";
import { findCopies } from "./find-copies.ts";
import { fingerprintOf, messageIdOf } from "../pull/fingerprint.ts";
import type { Mirror } from "../sync/mirror.ts";
import { ensureFolder } from "./push-mailbox.ts";
import { syncFolder } from "../pull/sync-folder.ts";
import { learnServerId } from "../pull/ingest-labelled-messages.ts";

/** Appends a message that the server does not have yet. @throws Refusal */
export async function pushAppend(mirror: Mirror, emailId: Id, to: Id): Promise<void> {
  const { store, accountId, session } = mirror;
  const folder = await syncFolder(mirror, await ensureFolder(mirror, to));
  const { record, email } = await store.read(async (reader) => ({
    record: (await getEmails(reader, accountId, [emailId]))[0],
    email: await readMirroredEmail(reader, accountId, emailId),
  }));
  if (!record || email.located.length > 0) return;
  // A damaged or missing message cannot be appended.
  const stored = await readChecked(store.blobs, record.blobId, record.size);
  if (stored.fault) throw new Refusal("CANNOT", `the message is ${stored.fault}`);
  const bytes = onTheWire(stored.bytes);
  const keywords = storable(keywordsOfCopy(record.keywords), folder.permanentFlags).toSorted();
  const fingerprint = fingerprintOf(messageIdOf(bytes), bytes.length, record.receivedAt);
  const copy = { mailboxId: to, emailId, keywords, fingerprint };
  const id = await store.write((tx) => addUnlocated(tx, accountId, { ...copy, reason: "appending" }));
  const flags = keywords.map(flagOf);
  let appended;
  try {
    appended = await session.must(session.client.append(folder.path, bytes, flags, record.receivedAt));
  } catch (error) {
    if (error instanceof Refusal) await store.write((tx) => removeUnlocated(tx, accountId, id));
    const isNews = keywords.some((keyword) => !isSystemKeyword(keyword)) && (await learnFull(mirror, to, error));
    if (isNews) return pushAppend(mirror, emailId, to);
    throw error;
  }
  const { uid, uidValidity = folder.uidValidity } = appended;
  if (uid === undefined || String(uidValidity) !== folder.uidValidity) return findCopies(mirror, to, [id]);
  await store.write(async (tx) => {
    await removeUnlocated(tx, accountId, id);
    await addLocated(tx, accountId, { ...copy, uid });
    await settle(tx, accountId, emailId);
  });
  if (email.labels) await learnServerId(mirror, folder, { uid, emailId });
  return undefined;
}
