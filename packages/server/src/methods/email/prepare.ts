/** Letters made ready before the transaction that inserts them: composed, parsed, durable as blobs. */
import { type Id, SetFailure } from "@pismo/jmap";
import { composeMessage } from "../../mime/compose.ts";
import type { NewEmail } from "../../store/emails.ts";
import type { Call } from "../context.ts";
import { keywordsOf, mailboxIdsOf } from "./keywords.ts";
import { loadAccountBlob } from "./load-blob.ts";
import { blobNotFound, checkNewEmail } from "./new-email.ts";

/** The message's octets as a blob, and what is derived of them. */
export async function prepareMessage(
  bytes: Uint8Array,
  { context }: Call,
): Promise<Pick<NewEmail, "blobId" | "size" | "parsed">> {
  const [stored, parsed] = await Promise.all([context.store.blobs.put(bytes), context.mime.parse(bytes)]);
  return { ...stored, parsed };
}

/** @throws SetFailure invalidProperties, blobNotFound, tooLarge */
export async function prepareEmail(accountId: Id, given: Record<string, unknown>, call: Call): Promise<NewEmail> {
  const { context, createdIds } = call;
  const { email, blobIds } = checkNewEmail(given);
  const blobs = new Map<Id, Uint8Array>();
  const missing: Id[] = [];
  for (const blobId of blobIds) {
    const blob = await loadAccountBlob(context, accountId, createdIds.resolve(blobId));
    if (blob) blobs.set(blobId, blob.bytes);
    else missing.push(blobId);
  }
  if (missing.length > 0) throw blobNotFound(missing);
  const size = [...blobs.values()].reduce((sum, { length }) => sum + length, 0);
  const { maxSizeUpload } = context.limits;
  if (size > maxSizeUpload) {
    throw new SetFailure({
      type: "tooLarge",
      maxSize: maxSizeUpload,
      description: `The files are larger than ${maxSizeUpload} octets together`,
    });
  }
  const defaults = { messageIdDomain: context.submission.domain, now: new Date() };
  const bytes = await composeMessage(email, (blobId) => Promise.resolve(blobs.get(blobId)!), defaults);
  return {
    ...(await prepareMessage(bytes, call)),
    mailboxIds: mailboxIdsOf(createdIds.resolveKeys(email.mailboxIds)),
    keywords: keywordsOf(email.keywords),
    receivedAt: email.receivedAt ? new Date(email.receivedAt) : new Date(),
  };
}
