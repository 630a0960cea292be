/** A data directory whose database is lost is not empty: a new database would hide the stored mail. */
import type { Dirent } from "node:fs";
import { readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { databaseFile } from "../db/data-dir.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import type { Connection } from "./connection.ts";

/** Called before a database is created. @throws StoreError databaseMissing where there are messages and no database */
export async function assertDatabaseOrNothing(dataDir: string): Promise<void> {
  if (!(await hasDatabase(dataDir)) && (await hasBlobs(dataDir))) throw databaseMissing(dataDir, "is missing");
}

/** @throws StoreError databaseMissing where there are messages, but the database has never had an account */
export async function assertNotLost(dataDir: string, connection: Connection): Promise<void> {
  const sequence = connection.get("select seq from sqlite_sequence where name = 'account'");
  if (!sequence && (await hasBlobs(dataDir))) throw databaseMissing(dataDir, "is empty");
}

const databaseMissing = (dataDir: string, what: string): StoreError =>
  new StoreError(
    "databaseMissing",
    [
      `The database ${databaseFile(dataDir)} ${what}, but there are messages in ${join(dataDir, "blobs")}. Nothing was changed.`,
      "Put the database back; or bring a backup back with: pismo restore FILE",
      "Without either, this makes letters of the messages, all in one folder: pismo rebuild --from-messages",
    ].join("\n"),
  );

async function hasDatabase(dataDir: string): Promise<boolean> {
  try {
    return (await stat(databaseFile(dataDir))).size > 0;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw fileError(error, dataDir);
  }
}

/** Whether there is any file in a folder of blobs. */
async function hasBlobs(dataDir: string): Promise<boolean> {
  const root = join(dataDir, "blobs");
  for (const folder of await list(root)) {
    if (folder.name === "tmp") continue;
    if (!folder.isDirectory() || (await list(join(root, folder.name))).length > 0) return true;
  }
  return false;
}

async function list(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissingFile(error)) return [];
    throw fileError(error, folder);
  }
}

/** Renames a database that cannot be read, so that a new one can be created. Returns its new name. */
export async function setDatabaseAside(dataDir: string): Promise<string> {
  const file = databaseFile(dataDir);
  const taken = new Set((await list(dataDir)).map(({ name }) => join(dataDir, name)));
  let aside = `${file}.damaged`;
  for (let number = 2; taken.has(aside); number++) aside = `${file}.damaged-${number}`;
  // The log first: beside another database SQLite would apply it to that one.
  for (const end of ["-wal", "-shm", ""]) {
    if (taken.has(file + end)) await rename(file + end, aside + end);
  }
  return aside;
}
