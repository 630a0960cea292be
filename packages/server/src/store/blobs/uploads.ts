/** Uploaded blobs that no Email has yet, and who may read which blob. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { willStay } from "./keep-marked.ts";
import { StoreError } from "../db/errors.ts";
import { assertRoom, getUsage } from "../people/limits.ts";

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
  if (!(await willStay(tx, blobId))) throw new StoreError("blobMissing", `No blob ${blobId}`);
  await assertRoom(tx, accountId, size);
  await makeRoom(tx, accountId, blobId, size);
  await tx.run(
    `insert into upload (account_id, blob_id, type, size, expires_at) values (?, ?, ?, ?, ?)
     on conflict (account_id, blob_id) do update
       set type = excluded.type, expires_at = greatest(upload.expires_at, excluded.expires_at)`,
    accountKey(accountId),
    blobId,
    type,
    size,
    expiresAt.getTime(),
  );
}

async function makeRoom(tx: Transactor, accountId: Id, blobId: Id, size: number): Promise<void> {
  const { maxOctets } = await getUsage(tx, accountId);
  if (maxOctets === null) return;
  const others = await tx.all<{ blob_id: Id; size: number }>(
    "select blob_id, size from upload where account_id = ? and blob_id <> ? order by expires_at",
    accountKey(accountId),
    blobId,
  );
  let octets = others.reduce((sum, other) => sum + other.size, size);
  for (const other of others) {
    if (octets <= maxOctets) return;
    await tx.run("delete from upload where account_id = ? and blob_id = ?", accountKey(accountId), other.blob_id);
    octets -= other.size;
  }
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
