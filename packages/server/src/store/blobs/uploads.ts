/** Uploaded blobs that no Email has yet, and who may read which blob. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { StoreError } from "../db/errors.ts";

export interface Upload {
  blobId: Id;
  /** Media type as the client gave it. */
  type: string;
  /** Octets. */
  size: number;
}

/** @throws StoreError blobMissing when the blob was swept since its put: put it again */
export async function recordUpload(
  tx: Transactor,
  accountId: Id,
  blobId: Id,
  type: string,
  size: number,
  expiresAt: Date,
): Promise<void> {
  if ((await tx.blobs.size(blobId)) === undefined) throw new StoreError("blobMissing", `No blob ${blobId}`);
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

export async function getUpload(reader: Reader, accountId: Id, blobId: Id): Promise<Upload | undefined> {
  return reader.get<Upload>(
    `select blob_id as "blobId", type, size from upload where account_id = ? and blob_id = ? and expires_at > ?`,
    accountKey(accountId),
    blobId,
    Date.now(),
  );
}

/**
 * Whether an Email or an unexpired upload of the account has the blob. The id may be a part's (base blob id, "_", path).
 */
export async function mayReadBlob(reader: Reader, accountId: Id, blobId: Id): Promise<boolean> {
  const account = accountKey(accountId);
  const base = baseBlobId(blobId);
  const sql = "select 1 from email where blob_id = ? and account_id = ?";
  return Boolean((await reader.get(sql, base, account)) ?? (await getUpload(reader, accountId, base)));
}

/** A base blob's id is 44 characters (blobs.ts); the hash may itself hold a "_". */
export const baseBlobId = (blobId: Id): Id => (blobId[44] === "_" ? blobId.slice(0, 44) : blobId);
