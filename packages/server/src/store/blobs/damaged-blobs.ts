/** Which messages are known to be damaged or missing. */
import type { Id } from "@pismo/jmap";
import { isRemoteBlobId } from "./blob-batch.ts";
import type { BlobFault } from "./verify-blobs.ts";
import { logUpdated } from "../db/changes.ts";
import { idOf } from "../db/ids.ts";
import type { FaultyBlob } from "../backup/describe-emails.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";

/** The known faults of these blobs. */
export async function knownFaults(reader: Reader, blobIds: readonly Id[]): Promise<Map<Id, BlobFault>> {
  const rows = await reader.all<{ blob_id: Id; fault: BlobFault }>(
    "select d.blob_id, d.fault from text_rows(?) requested ordered join damaged_blob d on d.blob_id = requested.value",
    JSON.stringify(blobIds),
  );
  return new Map(rows.map(({ blob_id, fault }) => [blob_id, fault]));
}

/** Records faults, and logs the Emails whose fault is new as changed. */
export async function recordFaults(tx: Transactor, faults: readonly FaultyBlob[]): Promise<void> {
  await inSlices(faults, 100, async (slice) => {
    for (const { blobId, fault } of slice) {
      if (isRemoteBlobId(blobId) && (await markPartial(tx, blobId))) continue;
      const { changes } = await tx.run(
        `insert into damaged_blob (blob_id, fault, found_at) values (?, ?, ?)
         on conflict (blob_id) do update set fault = excluded.fault where damaged_blob.fault <> excluded.fault`,
        blobId,
        fault,
        Date.now(),
      );
      if (changes > 0) await logEmailsOf(tx, blobId);
    }
    return [];
  });
}

/** An Email whose message is still on its server becomes partial again. @returns whether there is one */
async function markPartial(tx: Transactor, blobId: Id): Promise<boolean> {
  const { changes } = await tx.run(
    "update email set is_partial = 1 where blob_id = ? and is_partial = 0 and id in (select email_id from imap_message)",
    blobId,
  );
  if (changes === 0) return false;
  await tx.run("delete from packed_blob where blob_id = ?", blobId);
  await tx.blobs.remove(blobId);
  return true;
}

/** These blobs are intact again. */
export async function clearFaults(tx: Transactor, blobIds: readonly Id[]): Promise<void> {
  for (const blobId of blobIds) {
    const { changes } = await tx.run("delete from damaged_blob where blob_id = ?", blobId);
    if (changes > 0) await logEmailsOf(tx, blobId);
  }
}

async function logEmailsOf(tx: Transactor, blobId: Id): Promise<void> {
  const sql = "select id, account_id from email where blob_id = ?";
  for (const { id, account_id } of await tx.all<{ id: number; account_id: number }>(sql, blobId)) {
    await logUpdated(tx, idOf("a", account_id), "Email", id);
  }
}
