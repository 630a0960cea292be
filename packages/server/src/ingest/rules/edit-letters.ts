/** Letters whose header a script has changed (RFC 5293) are stored as it left them, and never as they came. */
import { SieveError } from "../../sieve/language/sieve-error.ts";
import type { Store } from "../../store/db/store.ts";
import type { PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import type { MimePool } from "../../worker/pool.ts";
import type { Decisions } from "./sort-arrivals.ts";

interface Arrived {
  bytes: Uint8Array;
  isForRules?: boolean;
}

interface Batch<Delivery extends Arrived> {
  readonly deliveries: readonly Delivery[];
  readonly emails: readonly PreparedNewEmail[];
}

function editsOf(deliveries: readonly Arrived[], decisions: Decisions): { index: number; bytes: Buffer }[] {
  return [...decisions].flatMap(([index, { outcome }]) => {
    const { bytes, isForRules } = deliveries[index]!;
    // A mail server has its letter already.
    if (outcome instanceof SieveError || !outcome.edited || isForRules) return [];
    const { header, bodyStart } = outcome.edited;
    return [{ index, bytes: Buffer.concat([header, bytes.subarray(bodyStart)]) }];
  });
}

/** Before the transaction, which would wait for it. */
export async function editLetters<Delivery extends Arrived>(
  { store, mime }: { store: Store; mime: MimePool },
  batch: Batch<Delivery>,
  decisions: Decisions,
): Promise<Batch<Delivery>> {
  const edits = editsOf(batch.deliveries, decisions);
  if (edits.length === 0) return batch;
  const stored = await store.blobs.putAll(edits.map(({ bytes }) => bytes));
  const deliveries = [...batch.deliveries];
  const emails = [...batch.emails];
  for (const [at, { index, bytes }] of edits.entries()) {
    const prepared = await mime.prepare(bytes);
    deliveries[index] = { ...deliveries[index]!, bytes };
    emails[index] = { ...emails[index]!, blobId: stored[at]!.blobId, size: bytes.length, prepared };
  }
  return { deliveries, emails };
}
