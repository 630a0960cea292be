/** Uploaded blobs that no Email has yet, and who may read which blob. */
import { type Id, SetFailure } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { blobsThatStay } from "./keep-marked.ts";
import { StoreError } from "../db/errors.ts";
import { getUsage, roomFor } from "../people/limits.ts";

/** Of an upload that something else names: the last day that a Date can be. */
export const NEVER_EXPIRES = new Date(8_640_000_000_000_000);

export interface Upload {
  blobId: Id;
  /** Media type as the client gave it. */
  type: string;
  /** Octets. */
  size: number;
}

/**
 * Where the account has a quota, its uploads have as much room again: the oldest make room (RFC 8620 §6.1).
 * @throws StoreError blobMissing when the blob was swept since its put: put it again; SetFailure overQuota
 */
export async function recordUpload(
  tx: Transactor,
  accountId: Id,
  blobId: Id,
  type: string,
  size: number,
  expiresAt: Date,
): Promise<void> {
  const [outcome] = await recordUploads(tx, accountId, [{ blobId, type, size }], expiresAt);
  if (outcome instanceof SetFailure) throw outcome;
}

/**
 * The same for many. @returns the blob's id, or SetFailure overQuota, in their order
 * @throws StoreError blobMissing
 */
export async function recordUploads(
  tx: Transactor,
  accountId: Id,
  uploads: readonly Upload[],
  expiresAt: Date,
): Promise<(Id | SetFailure)[]> {
  const staying = await blobsThatStay(
    tx,
    uploads.map(({ blobId }) => blobId),
  );
  const missing = uploads.find(({ blobId }) => !staying.has(blobId));
  if (missing) throw new StoreError("blobMissing", `No blob ${missing.blobId}`);
  const outcomes: (Id | SetFailure)[] = [];
  // Uploads take no room, but need it.
  const assertFits = await roomFor(tx, accountId);
  for (const { blobId, size } of uploads) {
    try {
      assertFits(size);
      outcomes.push(blobId);
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
      outcomes.push(error);
    }
  }
  const recorded = uploads.filter((_, index) => !(outcomes[index] instanceof SetFailure));
  await makeRoom(tx, accountId, recorded);
  const distinct = new Map(recorded.map((upload) => [upload.blobId, upload]));
  await tx.runAll(
    `insert into upload (account_id, blob_id, type, size, expires_at) values (?, ?, ?, ?, ?)
     on conflict (account_id, blob_id) do update
       set type = excluded.type, expires_at = greatest(upload.expires_at, excluded.expires_at)`,
    [...distinct.values()].map(({ blobId, type, size }) => [
      accountKey(accountId),
      blobId,
      type,
      size,
      expiresAt.getTime(),
    ]),
  );
  return outcomes;
}

async function makeRoom(tx: Transactor, accountId: Id, uploads: readonly Upload[]): Promise<void> {
  const { maxOctets } = await getUsage(tx, accountId);
  if (maxOctets === null || uploads.length === 0) return;
  const others = await tx.all<{ blob_id: Id; size: number }>(
    `select blob_id, size from upload where account_id = ? and expires_at < ? and blob_id not in text_list(?)
     order by expires_at`,
    accountKey(accountId),
    NEVER_EXPIRES.getTime(),
    JSON.stringify(uploads.map(({ blobId }) => blobId)),
  );
  let octets = [...others, ...uploads].reduce((sum, { size }) => sum + size, 0);
  const doomed: Id[] = [];
  for (const other of others) {
    if (octets <= maxOctets) break;
    doomed.push(other.blob_id);
    octets -= other.size;
  }
  if (doomed.length === 0) return;
  const sql = "delete from upload where account_id = ? and blob_id in text_list(?)";
  await tx.run(sql, accountKey(accountId), JSON.stringify(doomed));
}

export async function getUpload(reader: Reader, accountId: Id, blobId: Id): Promise<Upload | undefined> {
  return reader.get<Upload>(
    `select blob_id as "blobId", type, size from upload where account_id = ? and blob_id = ? and expires_at > ?`,
    accountKey(accountId),
    blobId,
    Date.now(),
  );
}

/**
 * Those of the blobs that an Email or an unexpired upload of the account has. An id may be a part's (base blob id, "_",
 * path).
 */
export async function readableBlobs(reader: Reader, accountId: Id, blobIds: readonly Id[]): Promise<ReadonlySet<Id>> {
  const rows = await reader.all<{ blob_id: Id }>(
    `select value as blob_id from text_rows(?1) requested where exists (
       select 1 from email where blob_id = requested.value and account_id = ?2
       union all select 1 from upload where account_id = ?2 and blob_id = requested.value and expires_at > ?3)`,
    jsonText([...new Set(blobIds.map(baseBlobId))]),
    accountKey(accountId),
    Date.now(),
  );
  const bases = new Set(rows.map(({ blob_id }) => blob_id));
  return new Set(blobIds.filter((blobId) => bases.has(baseBlobId(blobId))));
}

export const mayReadBlob = async (reader: Reader, accountId: Id, blobId: Id): Promise<boolean> =>
  (await readableBlobs(reader, accountId, [blobId])).has(blobId);

/** A base blob's id is 44 characters (blobs.ts); the hash may itself hold a "_". */
export const baseBlobId = (blobId: Id): Id => (blobId[44] === "_" ? blobId.slice(0, 44) : blobId);
