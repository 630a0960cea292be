/** Prepares Emails before the transaction that inserts them: composes, parses and stores their blobs. */
import { type Id, SetFailure } from "@pismo/jmap";
import { composeMessage } from "../../mime/compose/compose.ts";
import type { NewEmail } from "../../store/mail/emails.ts";
import type { Call } from "../context.ts";
import type { BlobContent } from "../../worker/part-blob.ts";
import { toSetError } from "../standard/outcomes.ts";
import { keywordsOf, mailboxIdsOf } from "./keywords.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { blobNotFound, checkNewEmail } from "./new-email.ts";

/** The message as a blob, and the columns derived from it. */
export async function prepareMessage(
  bytes: Uint8Array,
  { context }: Call,
): Promise<Pick<NewEmail, "blobId" | "size" | "parsed">> {
  const [stored, parsed] = await Promise.all([context.store.blobs.put(bytes), context.mime.parse(bytes)]);
  return { ...stored, parsed };
}

/** Each record prepared, or its error, which is reported with the results. */
export async function prepareAll<T>(
  given: Record<Id, object>,
  prepare: (record: Record<string, unknown>) => Promise<T>,
): Promise<Map<Id, T | SetFailure>> {
  const prepared = new Map<Id, T | SetFailure>();
  for (const [creationId, record] of Object.entries(given)) {
    try {
      prepared.set(creationId, await prepare(record as Record<string, unknown>));
    } catch (error) {
      prepared.set(creationId, new SetFailure(toSetError(error)));
    }
  }
  return prepared;
}

/** @throws SetFailure the error of its preparation */
export function assertPrepared<T>(prepared: T | SetFailure): T {
  if (prepared instanceof SetFailure) throw prepared;
  return prepared;
}

/** @throws SetFailure invalidProperties, blobNotFound, tooLarge */
export async function prepareEmail(accountId: Id, given: Record<string, unknown>, call: Call): Promise<NewEmail> {
  const { context, createdIds } = call;
  const { email, blobIds } = checkNewEmail(given);
  const files = new Map<Id, BlobContent>();
  const missing: Id[] = [];
  const load =
    blobIds.length > 0 &&
    (await accountBlobs(
      context,
      accountId,
      blobIds.map((blobId) => createdIds.resolve(blobId)),
    ));
  for (const blobId of new Set(blobIds)) {
    const blob = load && (await load(createdIds.resolve(blobId)));
    if (blob) files.set(blobId, blob);
    else missing.push(blobId);
  }
  if (missing.length > 0) throw blobNotFound(missing);
  const size = blobIds.reduce((sum, blobId) => sum + (files.get(blobId)?.bytes.length ?? 0), 0);
  const { maxSizeUpload } = context.limits;
  if (size > maxSizeUpload) {
    throw new SetFailure({
      type: "tooLarge",
      maxSize: maxSizeUpload,
      description: `The files are larger than ${maxSizeUpload} octets together`,
    });
  }
  const defaults = { messageIdDomain: context.submission.domain, now: new Date() };
  const bytes = await composeMessage(email, (blobId) => Promise.resolve(files.get(blobId)!.bytes), defaults);
  return {
    ...(await prepareMessage(bytes, call)),
    mailboxIds: mailboxIdsOf(createdIds.resolveKeys(email.mailboxIds)),
    keywords: keywordsOf(email.keywords),
    receivedAt: email.receivedAt ? new Date(email.receivedAt) : new Date(),
    isFromClient: true,
  };
}
