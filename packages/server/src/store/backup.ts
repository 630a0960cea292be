/**
 * A backup is one tar file: a copy of the database of one moment, the blobs that it refers to, and at the end a
 * manifest that says that all of it is there. It is made beside a running server.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { syncFolder } from "./blob-folder.ts";
import { openBlobs } from "./blobs.ts";
import { databaseFile, trySweepLock } from "./data-dir.ts";
import { fileError, isMissingFile, StoreError } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { packIndex } from "./packed-blobs.ts";
import { Connection } from "./sqlite/connection.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

export interface BackupProgress {
  /** Blobs. */
  done: number;
  total: number;
}

export interface BackupManifest {
  format: 1;
  createdAt: string;
  databaseSha256: string;
  blobs: number;
}

export const DATABASE_ENTRY = "pismo.sqlite";
export const MANIFEST_ENTRY = "manifest.json";
export const BLOB_PREFIX = "blobs/";

/** A message that was still on its server is there after a restore, too. */
export const REFERENCED_BLOBS =
  "select blob_id from email where not is_partial union select blob_id from upload union select blob_id from email_submission";

/** @throws StoreError diskFull, unreadable, …; nothing half-written stays, an older backup of that name only goes for a whole one */
export async function backup(
  dataDir: string,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  const target = resolve(file);
  const [copy, partial] = [`${target}.database`, `${target}.partial`];
  await assertDatabase(dataDir);
  const release = await sweepLock(dataDir);
  try {
    await rm(copy, { force: true });
    const blobIds = copyDatabase(dataDir, copy);
    const out = await open(partial, "w", 0o600);
    try {
      await writeAll(out, dataDir, copy, blobIds, onProgress);
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(partial, target);
    await syncFolder(dirname(target));
  } catch (error) {
    throw fileError(error, target);
  } finally {
    release();
    await rm(copy, { force: true });
    await rm(partial, { force: true });
  }
}

async function assertDatabase(dataDir: string): Promise<void> {
  try {
    await stat(databaseFile(dataDir));
  } catch (error) {
    if (isMissingFile(error)) throw new StoreError("unreadable", `${dataDir} holds no mailbox of Pismo`);
    throw fileError(error, dataDir);
  }
}

/** A sweep is short: wait for it. */
async function sweepLock(dataDir: string): Promise<() => void> {
  for (let tries = 0; tries < 600; tries++) {
    const release = trySweepLock(dataDir);
    if (release) return release;
    await sleep(100);
  }
  throw new StoreError("locked", "Another backup is being made");
}

/** One moment of the database as a file of its own; gives the blobs that belong to it. */
function copyDatabase(dataDir: string, copy: string): Id[] {
  const source = new Connection({ file: databaseFile(dataDir), readOnly: false, durable: true });
  try {
    source.run("vacuum into ?", [copy]);
  } finally {
    source.close();
  }
  const copied = new Connection({ file: copy, readOnly: false, durable: true });
  try {
    // One file, without a log beside it.
    copied.exec("pragma journal_mode = delete");
    // The server may not have been started since an older version.
    migrate(copied);
    // The backup holds letters one by one, and files are made of them.
    copied.exec("delete from packed_blob");
    return copied.all<{ blob_id: string }>(REFERENCED_BLOBS).map(({ blob_id }) => blob_id);
  } finally {
    copied.close();
  }
}

async function writeAll(
  out: FileHandle,
  dataDir: string,
  copy: string,
  blobIds: readonly Id[],
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const hash = createHash("sha256");
  const { size } = await stat(copy);
  await out.writeFile(tarHeader(DATABASE_ENTRY, size));
  for await (const chunk of createReadStream(copy) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await out.writeFile(chunk);
  }
  await out.writeFile(tarPadding(size));

  await writeBlobs(out, dataDir, blobIds, onProgress);
  const manifest: BackupManifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    databaseSha256: hash.digest("hex"),
    blobs: blobIds.length,
  };
  const json = Buffer.from(JSON.stringify(manifest, null, 2));
  await out.writeFile(Buffer.concat([tarHeader(MANIFEST_ENTRY, json.length), json, tarPadding(json.length), tarEnd()]));
}

/** No sweep moves them meanwhile. */
async function writeBlobs(
  out: FileHandle,
  dataDir: string,
  blobIds: readonly Id[],
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  const packs = packIndex(() => new Connection({ file: databaseFile(dataDir), readOnly: true, durable: true }));
  try {
    const blobs = await openBlobs(`${dataDir}/blobs`, true, packs);
    for (const [index, blobId] of blobIds.entries()) {
      const bytes = await blobs.get(blobId);
      if (!bytes) throw new StoreError("blobMissing", `The message ${blobId} is missing from ${dataDir}`);
      await out.writeFile(
        Buffer.concat([tarHeader(BLOB_PREFIX + blobId, bytes.length), bytes, tarPadding(bytes.length)]),
      );
      onProgress({ done: index + 1, total: blobIds.length });
    }
  } finally {
    packs.close();
  }
}
