/** Letters whose header a script has changed (RFC 5293) are stored as it left them. */
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

/** @returns undefined where the letter cannot be read as it was changed @throws what reading it as it came throws */
async function preparedOf(mime: MimePool, edited: Uint8Array, asItCame: Uint8Array) {
  try {
    return await mime.prepare(edited);
  } catch {
    // What fails with both, as when the server stops, is no fault of the script: the letter comes again.
    await mime.prepare(asItCame);
    return undefined;
  }
}

/** Before the transaction, which would wait for it. What cannot be read as a script has left it stays as it came. */
export async function editLetters<Delivery extends Arrived>(
  { store, mime }: { store: Store; mime: MimePool },
  batch: Batch<Delivery>,
  decisions: Decisions,
): Promise<Batch<Delivery>> {
  const deliveries = [...batch.deliveries];
  const emails = [...batch.emails];
  for (const { index, bytes } of editsOf(batch.deliveries, decisions)) {
    const prepared = await preparedOf(mime, bytes, deliveries[index]!.bytes);
    if (!prepared) {
      decisions.get(index)!.outcome = new SieveError(1, "this letter cannot be read as the script has changed it");
      continue;
    }
    const { blobId } = await store.blobs.put(bytes);
    deliveries[index] = { ...deliveries[index]!, bytes };
    emails[index] = { ...emails[index]!, blobId, size: bytes.length, prepared };
  }
  return { deliveries, emails };
}
