/**
 * A backup is one tar file: a snapshot of the database, the blobs that it refers to, and at the end a manifest that
 * proves that the file is complete. It is made beside a running server.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { readChecked } from "../blobs/verify-blobs.ts";
import { syncFolder } from "../blobs/blob-folder.ts";
import { openBlobs } from "../blobs/blobs.ts";
import { databaseFile, trySweepLock } from "../db/data-dir.ts";
import { assertDiskSpace } from "./disk-space.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import { type FaultyBlob, type FaultyMessage, describeEmails } from "./describe-emails.ts";
import { migrate } from "../sqlite/migrate.ts";
import { packIndex } from "../sqlite/pack-index.ts";
import { Connection } from "../sqlite/connection.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

export interface BackupProgress {
  /** Blobs. */
  done: number;
  total: number;
}

export interface BackupManifest {
  /** 2: it lists faults, which earlier versions do not support. */
  format: 1 | 2;
  createdAt: string;
  databaseSha256: string;
  /** The number of intact blobs. */
  blobs: number;
  /** Blobs that were damaged or missing when the backup was made. */
  faults?: FaultyBlob[];
}

export interface BackupSummary {
  /** Intact blobs in the backup. */
  saved: number;
  /** The others; of a damaged one the backup has the remaining bytes. */
  faults: FaultyMessage[];
}

export const DATABASE_ENTRY = "pismo.sqlite";
export const MANIFEST_ENTRY = "manifest.json";
export const BLOB_PREFIX = "blobs/";
/** For damaged blobs, whose bytes do not match their name. */
export const DAMAGED_PREFIX = "damaged/";

/** Without messages that are on their server alone. */
export const REFERENCED_BLOBS =
  "select blob_id from email where not is_partial union select blob_id from upload union select blob_id from email_submission";

interface Referenced {
  blob_id: Id;
  /** Octets; null where no Email or upload has the size. */
  size: number | null;
}

/** The same with their sizes. */
export const REFERENCED_WITH_SIZE = `select blob_id, max(size) as size from (
    select blob_id, size from email where not is_partial
    union all select blob_id, size from upload union all select blob_id, null from email_submission)
  group by blob_id`;

/** Replaces an older file only by a complete backup. @throws StoreError diskFull, unreadable, …; no partial file stays */
export async function backup(
  dataDir: string,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<BackupSummary> {
  const target = resolve(file);
  const [copy, partial] = ["database", "partial"].map((kind) => `${target}.${process.pid}.${kind}`) as [string, string];
  await assertDatabase(dataDir);
  const release = await sweepLock(dataDir);
  try {
    await removeStale(target);
    const { size } = await stat(databaseFile(dataDir));
    // For the copy of the database, and for the same in the archive.
    await assertDiskSpace(target, 2 * size);
    const blobs = copyDatabase(dataDir, copy);
    await assertDiskSpace(
      target,
      blobs.reduce((sum, blob) => sum + 1024 + (blob.size ?? 0), (await stat(copy)).size),
    );
    const out = await open(partial, "wx", 0o600);
    let written: { saved: number; faults: FaultyBlob[] };
    try {
      written = await writeAll(out, dataDir, copy, blobs, onProgress);
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(partial, target);
    await syncFolder(dirname(target));
    return { saved: written.saved, faults: await nameFrom(copy, written.faults) };
  } catch (error) {
    throw fileError(error, target);
  } finally {
    release();
    await rm(copy, { force: true });
    await rm(partial, { force: true });
  }
}

/** @throws StoreError unreadable */
export async function assertDatabase(dataDir: string): Promise<void> {
  try {
    await stat(databaseFile(dataDir));
  } catch (error) {
    if (isMissingFile(error)) throw new StoreError("unreadable", `${dataDir} holds no mailbox of Pismo`);
    throw fileError(error, dataDir);
  }
}

/** Waits for a running sweep, which is short. */
async function sweepLock(dataDir: string): Promise<() => void> {
  for (let tries = 0; tries < 600; tries++) {
    const release = trySweepLock(dataDir);
    if (release) return release;
    await sleep(100);
  }
  throw new StoreError("locked", "Another backup is being made");
}

/** Removes temporary files of killed backups to this file. */
async function removeStale(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`)) continue;
    const pid = /^\.(\d+)\.(?:database|partial)(?:-journal)?$/.exec(name.slice(basename(target).length))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(dirname(target), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Copies a snapshot of the database to a file. Returns the blobs that it refers to. */
function copyDatabase(dataDir: string, copy: string): Referenced[] {
  const source = new Connection({ file: databaseFile(dataDir), readOnly: false, durable: true });
  try {
    source.run("vacuum into ?", [copy]);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "diskFull") throw error;
    throw new StoreError("diskFull", `The disk is full: ${copy} could not be written`, { cause: error });
  } finally {
    source.close();
  }
  const copied = new Connection({ file: copy, readOnly: false, durable: true });
  try {
    // One file, without a write-ahead log.
    copied.exec("pragma journal_mode = delete");
    // The database may be of an older version.
    migrate(copied);
    // A backup has no packs: it has one entry per blob.
    copied.exec("delete from packed_blob; delete from pack_to_sweep; delete from freed_blob");
    return copied.all<Referenced>(REFERENCED_WITH_SIZE);
  } finally {
    copied.close();
  }
}

async function nameFrom(copy: string, faults: readonly FaultyBlob[]): Promise<FaultyMessage[]> {
  if (faults.length === 0) return [];
  const connection = new Connection({ file: copy, readOnly: true, durable: true });
  try {
    return await describeEmails(
      { all: async <Row>(sql: string, ...params: string[]) => connection.all<Row>(sql, params) },
      faults,
    );
  } finally {
    connection.close();
    for (const end of ["-wal", "-shm"]) await rm(copy + end, { force: true });
  }
}

async function writeAll(
  out: FileHandle,
  dataDir: string,
  copy: string,
  blobs: readonly Referenced[],
  onProgress: (progress: BackupProgress) => void,
): Promise<{ saved: number; faults: FaultyBlob[] }> {
  const hash = createHash("sha256");
  const { size } = await stat(copy);
  await out.writeFile(tarHeader(DATABASE_ENTRY, size));
  for await (const chunk of createReadStream(copy) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await out.writeFile(chunk);
  }
  await out.writeFile(tarPadding(size));

  const faults = await writeBlobs(out, dataDir, blobs, onProgress);
  const saved = blobs.length - faults.length;
  const manifest: BackupManifest = {
    format: faults.length > 0 ? 2 : 1,
    createdAt: new Date().toISOString(),
    databaseSha256: hash.digest("hex"),
    blobs: saved,
    ...(faults.length > 0 && { faults }),
  };
  await writeEntry(out, MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest, null, 2)));
  await out.writeFile(tarEnd());
  return { saved, faults };
}

/** Needs the sweep lock. Returns the damaged and missing blobs. */
async function writeBlobs(
  out: FileHandle,
  dataDir: string,
  all: readonly Referenced[],
  onProgress: (progress: BackupProgress) => void,
): Promise<FaultyBlob[]> {
  const faults: FaultyBlob[] = [];
  const packs = packIndex(() => new Connection({ file: databaseFile(dataDir), readOnly: true, durable: true }));
  try {
    const blobs = await openBlobs(`${dataDir}/blobs`, true, packs);
    for (const [index, { blob_id: blobId, size }] of all.entries()) {
      const { bytes, fault } = await readChecked(blobs, blobId, size ?? undefined);
      if (fault) faults.push({ blobId, fault });
      if (bytes) await writeEntry(out, (fault ? DAMAGED_PREFIX : BLOB_PREFIX) + blobId, bytes);
      onProgress({ done: index + 1, total: all.length });
    }
  } finally {
    packs.close();
  }
  return faults;
}

const writeEntry = (out: FileHandle, name: string, bytes: Uint8Array): Promise<void> =>
  out.writeFile(Buffer.concat([tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]));
