/**
 * A backup is one tar file: a snapshot of the database, always as one of SQLite, the blobs that it refers to, and at the
 * end a manifest that proves that the file is complete. It is made beside a running server.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { readChecked } from "../blobs/verify-blobs.ts";
import { syncFolder } from "../blobs/blob-folder.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Release } from "../db/lock.ts";
import { assertDiskSpace } from "./disk-space.ts";
import { fileError, StoreError } from "../db/errors.ts";
import { type FaultyBlob, type FaultyMessage, describeEmails } from "./describe-emails.ts";
import { Connection } from "../sqlite/connection.ts";
import type { BackupSource } from "./source.ts";
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
  "select blob_id from email where is_partial = 0 union select blob_id from upload union select blob_id from email_submission";

interface Referenced {
  blob_id: Id;
  /** Octets; null where no Email or upload has the size. */
  size: number | null;
}

/** The same with their sizes. */
export const REFERENCED_WITH_SIZE = `select blob_id, max(size) as size from (
    select blob_id, size from email where is_partial = 0
    union all select blob_id, size from upload union all select blob_id, null from email_submission)
  as named group by blob_id`;

/** By what it begins with. @throws StoreError unreadable */
export async function isBackup(path: string): Promise<boolean> {
  try {
    await using file = await open(path, "r");
    const name = Buffer.from(`${DATABASE_ENTRY}\0`);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(name.length), 0, name.length, 0);
    return bytesRead === name.length && buffer.equals(name);
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Replaces an older file only by a complete backup. @throws StoreError diskFull, unreadable, …; no partial file stays */
export async function backup(
  source: BackupSource,
  file: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<BackupSummary> {
  const target = resolve(file);
  const [copy, partial] = ["database", "partial"].map((kind) => `${target}.${process.pid}.${kind}`) as [string, string];
  const size = await source.databaseBytes();
  const release = await sweepLock(source);
  try {
    await removeStale(target);
    // For the copy of the database, and for the same in the archive.
    await assertDiskSpace(target, 2 * size);
    await source.copyDatabase(copy);
    const blobs = referencedIn(copy);
    await assertDiskSpace(
      target,
      blobs.reduce((sum, blob) => sum + 1024 + (blob.size ?? 0), (await stat(copy)).size),
    );
    const out = await open(partial, "wx", 0o600);
    let written: { saved: number; faults: FaultyBlob[] };
    try {
      written = await writeAll(out, source, copy, blobs, onProgress);
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
    await release();
    await rm(copy, { force: true });
    await rm(partial, { force: true });
  }
}

/** Waits for a running sweep, which is short. */
async function sweepLock(source: BackupSource): Promise<Release> {
  for (let tries = 0; tries < 600; tries++) {
    const release = await source.trySweepLock();
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

function referencedIn(copy: string): Referenced[] {
  const connection = new Connection({ file: copy, readOnly: false, durable: true });
  try {
    // One file, without a write-ahead log.
    connection.exec("pragma journal_mode = delete");
    return connection.all<Referenced>(REFERENCED_WITH_SIZE);
  } finally {
    connection.close();
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
  source: BackupSource,
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

  const faults = await source.withBlobs((stored) => writeBlobs(out, stored, blobs, onProgress));
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
  stored: Pick<BlobStore, "get">,
  all: readonly Referenced[],
  onProgress: (progress: BackupProgress) => void,
): Promise<FaultyBlob[]> {
  const faults: FaultyBlob[] = [];
  for (const [index, { blob_id: blobId, size }] of all.entries()) {
    const { bytes, fault } = await readChecked(stored, blobId, size ?? undefined);
    if (fault) faults.push({ blobId, fault });
    if (bytes) await writeEntry(out, (fault ? DAMAGED_PREFIX : BLOB_PREFIX) + blobId, bytes);
    onProgress({ done: index + 1, total: all.length });
  }
  return faults;
}

const writeEntry = (out: FileHandle, name: string, bytes: Uint8Array): Promise<void> =>
  out.writeFile(Buffer.concat([tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]));
