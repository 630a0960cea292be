/** From a backup to a data directory: unpacked beside it and checked whole before anything is replaced. */
import { createHash } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type BackupManifest,
  type BackupProgress,
  BLOB_PREFIX,
  DATABASE_ENTRY,
  MANIFEST_ENTRY,
  REFERENCED_BLOBS,
} from "./backup.ts";
import { syncFolder } from "./blob-folder.ts";
import { type BlobStore, isRemoteBlobId, openBlobs } from "./blobs.ts";
import { databaseFile, lockDataDir, replacedFolder } from "./data-dir.ts";
import { fileError, isMissingFile, StoreError } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { Connection } from "./sqlite/connection.ts";
import { readTar, type TarEntry } from "./tar.ts";

/**
 * Replaces what is in `dataDir` by the backup. Nobody else may use the folder meanwhile.
 * @throws StoreError locked, badBackup, newerVersion, diskFull, …; the folder is as it was then
 */
export async function restore(
  file: string,
  dataDir: string,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<void> {
  const target = resolve(dataDir);
  const release = lockDataDir(target);
  const fresh = `${target}.restore`;
  try {
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    const blobs = await openBlobs(join(fresh, "blobs"), true);
    await unpack(file, fresh, blobs, onProgress);
    await checkDatabase(fresh, blobs);
    await swap(target, fresh);
  } catch (error) {
    throw fileError(error, fresh);
  } finally {
    release();
    await rm(fresh, { recursive: true, force: true });
  }
}

async function unpack(
  file: string,
  fresh: string,
  blobs: BlobStore,
  onProgress: (progress: BackupProgress) => void,
): Promise<void> {
  let databaseHash = "";
  let done = 0;
  let manifest: BackupManifest | undefined;
  const archive = await openBackup(file);
  try {
    for await (const entry of readTar(archive)) {
      if (entry.name === DATABASE_ENTRY) {
        databaseHash = await writeDatabase(databaseFile(fresh), entry);
      } else if (entry.name === MANIFEST_ENTRY) {
        manifest = await readManifest(entry);
      } else if (entry.name.startsWith(BLOB_PREFIX)) {
        const name = entry.name.slice(BLOB_PREFIX.length);
        const { blobId } = await blobs.putStream(entry.content, entry.size, isRemoteBlobId(name) ? name : undefined);
        if (blobId !== name) throw damaged(`the message ${entry.name}`);
        done++;
        // How many there are stands at the end.
        onProgress({ done, total: done });
      } else throw damaged(`"${entry.name}" does not belong there`);
    }
  } finally {
    await archive.close();
  }
  if (!manifest) throw damaged("its end is missing");
  if (manifest.databaseSha256 !== databaseHash) throw damaged("the database");
  if (manifest.blobs !== done) throw damaged(`${manifest.blobs - done} messages are missing`);
}

const damaged = (what: string) => new StoreError("badBackup", `The backup is damaged: ${what}`);

async function openBackup(file: string) {
  try {
    return await open(file, "r");
  } catch (error) {
    if (isMissingFile(error)) throw new StoreError("unreadable", `There is no file ${file}`);
    throw fileError(error, file);
  }
}

async function writeDatabase(path: string, { content }: TarEntry): Promise<string> {
  const hash = createHash("sha256");
  const out = await open(path, "wx", 0o600);
  try {
    for await (const slice of content) {
      hash.update(slice);
      await out.writeFile(slice);
    }
    await out.sync();
  } finally {
    await out.close();
  }
  return hash.digest("hex");
}

async function readManifest({ content }: TarEntry): Promise<BackupManifest> {
  const slices: Uint8Array[] = [];
  for await (const slice of content) slices.push(slice);
  try {
    const manifest = JSON.parse(Buffer.concat(slices).toString("utf8")) as BackupManifest;
    if (manifest.format === 1) return manifest;
  } catch {
    throw damaged("its manifest cannot be read");
  }
  throw new StoreError("newerVersion", "The backup was made by a newer version of Pismo");
}

async function checkDatabase(fresh: string, blobs: BlobStore): Promise<void> {
  const connection = new Connection({ file: databaseFile(fresh), readOnly: false, durable: true });
  try {
    migrate(connection);
    const check = connection.get("pragma quick_check") as { quick_check: string };
    if (check.quick_check !== "ok") throw damaged("the database");
    for (const { blob_id } of connection.all<{ blob_id: string }>(REFERENCED_BLOBS)) {
      if ((await blobs.size(blob_id)) === undefined) throw damaged(`the message ${blob_id} is missing`);
    }
    endPast(connection);
  } finally {
    connection.close();
  }
}

/**
 * What clients have seen since the backup never was. All numbers move on to the time in milliseconds, which is
 * beyond any that was given out, and older states are no longer ours: clients then fetch everything again.
 */
function endPast(connection: Connection): void {
  connection.exec("begin immediate");
  for (const { id, modseq } of connection.all<{ id: number; modseq: number }>("select id, modseq from account")) {
    const shift = Math.max(1, Date.now() - modseq);
    connection.run("update account set modseq = modseq + ?1, first_modseq = first_modseq + ?1 where id = ?2", [
      shift,
      id,
    ]);
    connection.run(
      `update change set modseq = modseq + ?1, created_modseq = created_modseq + ?1, properties_modseq = properties_modseq + ?1
       where account_id = ?2`,
      [shift, id],
    );
  }
  connection.exec("commit");
}

/** The old folder goes aside, the new one takes its name, and only then the old one goes for good. */
async function swap(target: string, fresh: string): Promise<void> {
  const old = replacedFolder(target);
  await rm(old, { recursive: true, force: true });
  await rename(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    await rename(old, target);
    throw error;
  }
  await syncFolder(dirname(target));
  await rm(old, { recursive: true, force: true });
}
