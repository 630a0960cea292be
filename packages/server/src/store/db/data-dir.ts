/** The data directory: its files and its locks. */
import { mkdtemp, rename, rm } from "node:fs/promises";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileError, StoreError } from "./errors.ts";
import type { LockName, Release } from "./lock.ts";
import { isBusy, sqlError } from "../sqlite/sql-error.ts";

export const databaseFile = (dataDir: string): string => join(dataDir, "pismo.sqlite");

/** A restore moves the folder that it replaces here. */
export const replacedFolder = (dataDir: string): string => `${resolve(dataDir)}.old`;

export async function prepareFolder(dataDir: string): Promise<void> {
  try {
    // A restore was interrupted between its two renames (restore.ts).
    if (!existsSync(dataDir) && existsSync(replacedFolder(dataDir))) await rename(replacedFolder(dataDir), dataDir);
  } catch (error) {
    throw fileError(error, dataDir);
  }
  makeFolder(dataDir);
}

/** @throws StoreError unreadable, diskFull */
function makeFolder(dataDir: string): void {
  try {
    // Other users of the machine must not read mail.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const known = fileError(error, dataDir);
    if (known instanceof StoreError) throw known;
    // Such as a file above it, or a read-only file system, for which Node has several names.
    throw new StoreError("unreadable", `The directory ${dataDir} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** A folder for a store that leaves nothing behind; in memory where the system offers that. */
export async function memoryFolder(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const dataDir = await mkdtemp(join(base, "pismo-"));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/**
 * Locks the folder for this process: an SQLite lock, which is released however the process ends.
 * `serve` and `restore` hold it; import, export and backup work beside a server.
 * @throws StoreError locked
 */
export function lockDataDir(dataDir: string): Release {
  const release = tryLock(dataDir, "serve");
  if (!release) throw new StoreError("locked", `${dataDir} is in use by another Pismo that is running`);
  return release;
}

/** While it is held no blob is swept: the blobs that a backup has listed stay until they are copied. */
export const trySweepLock = (dataDir: string): Release | undefined => tryLock(dataDir, "sweep");

/** A connection without a reference would be garbage collected, and its lock with it. */
const held = new Set<DatabaseSync>();

/** undefined while another process holds it. @throws StoreError diskFull, unreadable */
export function tryLock(dataDir: string, lock: LockName): Release | undefined {
  const name = `${lock}.lock`;
  let database: DatabaseSync;
  makeFolder(dataDir);
  try {
    database = new DatabaseSync(join(dataDir, name), { timeout: 0 });
  } catch (error) {
    throw sqlError(error, join(dataDir, name));
  }
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    const failure = sqlError(error, join(dataDir, name));
    if (isBusy(failure)) return undefined;
    throw failure;
  }
  held.add(database);
  return () => {
    if (held.delete(database)) database.close();
  };
}
