/** The message of a letter that is redirected: RFC 5322 §3.6.6. */
import { createHash } from "node:crypto";
import { type Id, SetFailure } from "@pismo/jmap";
import { withoutBcc } from "../../mime/compose/compose.ts";
import { type Resending, resentFields } from "../../mime/compose/resent-fields.ts";
import { blobIdOfHash, isRemoteBlobId } from "../blobs/blob-batch.ts";
import { isBroken } from "../mail/broken-email.ts";
import type { EmailRecord } from "../mail/emails.ts";
import { StoreError } from "../db/errors.ts";
import type { Store } from "../db/store.ts";

/** Room for the fields of five hundred recipients beside the largest message. */
const MAX_FIELD_BYTES = 1_000_000;
/** Longer than any honest header: it is in memory as a whole. */
const MAX_HEADER_BYTES = 1_000_000;

export const invalidEmail = (description: string): SetFailure => new SetFailure({ type: "invalidEmail", description });

/**
 * Stores the message with its fields and without those that name recipients in secret: a copy in Sent that another
 * program filed has them (§3.6.3). The body flows, so that a large one is never in memory.
 * @param maxSize octets of the letter
 * @throws SetFailure invalidEmail, tooLarge
 */
export async function storeRedirected(
  accountId: Id,
  email: EmailRecord,
  resending: Resending,
  { store, maxSize }: { store: Pick<Store, "blobs" | "blobsOf">; maxSize: number },
): Promise<Id> {
  const blobs = store.blobsOf(accountId);
  const { blobId } = email;
  // Where its header ends is not known then.
  if (isBroken(email)) throw invalidEmail("The message of this letter is damaged");
  const { headerStart, bodyStart } = email.structure;
  if (bodyStart > MAX_HEADER_BYTES) throw invalidEmail("The header of this letter is too long");
  const size = await blobs.size(blobId);
  const header = await blobs.getRange(blobId, 0, bodyStart);
  if (size === undefined || header?.length !== bodyStart) throw invalidEmail("The message of this letter is missing");
  const octets = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(resentFields(resending));
    // Without a byte order mark or an empty line before the header, which would end it below these fields.
    yield withoutBcc(header.subarray(headerStart));
    const hash = createHash("sha256").update(header);
    const range = { start: bodyStart, end: size };
    const body = range.start < range.end ? await blobs.stream(blobId, range) : undefined;
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
    const isWhole = isRemoteBlobId(blobId) || blobIdOfHash(hash.digest()) === blobId;
    if (!isWhole) throw invalidEmail("The message of this letter is damaged");
  };
  try {
    return (await store.blobs.putStream(octets(), maxSize + MAX_FIELD_BYTES)).blobId;
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "tooLarge")) throw error;
    throw new SetFailure({ type: "tooLarge", maxSize, description: `A letter has at most ${maxSize} octets` });
  }
}
