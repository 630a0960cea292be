/**
 * Restores a backup to a data directory: unpacked beside it, and only then renamed. Intact blobs are restored, and the
 * others reported.
 */
import { rename, rm, mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Logger } from "../../log.ts";
import { type BackupProgress, REFERENCED_BLOBS } from "./backup.ts";
import { isReferenced } from "../blobs/blob-references.ts";
import { syncFolder } from "../blobs/blob-folder.ts";
import { recordFaults } from "../blobs/damaged-blobs.ts";
import { databaseFile, lockDataDir, replacedFolder } from "../db/data-dir.ts";
import { assertDiskSpace } from "./disk-space.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import { type FaultyBlob, type FaultyMessage, describeEmails } from "./describe-emails.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { openStore, type Store } from "../db/store.ts";
import { unpackBackup } from "./unpack-backup.ts";

export interface RestoreSummary {
  /** Intact blobs. */
  restored: number;
  /** Referenced blobs that could not be restored. */
  faults: FaultyMessage[];
  /** Damage of the file itself, in a few words each; empty where it is intact. */
  damage: string[];
  /** The replaced folder; undefined: it was deleted, as the backup was intact, or there was none. */
  oldFolder: string | undefined;
}

/**
 * Replaces the content of `dataDir` by the backup. Needs the lock of the folder.
 * @throws StoreError locked, badBackup, newerVersion, diskFull, …; the folder is unchanged then
 */
export async function restore(
  file: string,
  dataDir: string,
  log: Logger,
  onProgress: (progress: BackupProgress) => void = () => {},
): Promise<RestoreSummary> {
  const target = resolve(dataDir);
  const { size } = await statBackup(file);
  const release = lockDataDir(target);
  const fresh = `${target}.restore`;
  try {
    await rm(fresh, { recursive: true, force: true });
    await assertDiskSpace(fresh, size);
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    const summary = await fill(file, fresh, log, onProgress);
    return { ...summary, oldFolder: await swap(target, fresh, summary.damage.length > 0) };
  } catch (error) {
    throw fileError(error, fresh);
  } finally {
    release();
    await rm(fresh, { recursive: true, force: true });
  }
}

async function statBackup(file: string): Promise<{ size: number }> {
  try {
    return await stat(file);
  } catch (error) {
    if (isMissingFile(error)) throw new StoreError("unreadable", `There is no file ${file}`);
    throw fileError(error, file);
  }
}

async function fill(
  file: string,
  fresh: string,
  log: Logger,
  onProgress: (progress: BackupProgress) => void,
): Promise<Omit<RestoreSummary, "oldFolder">> {
  let store: Store | undefined;
  try {
    const { restored, faults, damage } = await unpackBackup(file, fresh, onProgress, async () => {
      store = await openDatabase(fresh, log);
      return store;
    });
    if (!store) throw new StoreError("badBackup", "The backup is damaged: there is no database in it");
    const all = await withMissing(store, faults);
    await store.write(async (tx) => {
      await recordFaults(tx, all);
      await endPast(tx);
    });
    return { restored, damage, faults: await store.read((reader) => describeEmails(reader, all)) };
  } finally {
    await store?.close();
  }
}

async function openDatabase(fresh: string, log: Logger): Promise<Store> {
  try {
    const store = await openStore({ dataDir: fresh }, log);
    const check = await store.read((reader) => reader.get<{ quick_check: string }>("pragma quick_check"));
    if (check?.quick_check === "ok") return store;
    await store.close();
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "corrupt") throw error;
  }
  throw new StoreError(
    "badBackup",
    "The backup is damaged: its database cannot be read. Its messages can be brought back without it: unpack the folder" +
      " blobs of this tar file into an empty data directory, and run pismo rebuild --from-messages there",
  );
}

/** Adds blobs that are referenced but not in the file, whatever the reason. */
async function withMissing(store: Store, faults: readonly FaultyBlob[]): Promise<FaultyBlob[]> {
  const known = new Map(faults.map((each) => [each.blobId, each]));
  const absent = await store.read((reader) =>
    reader.all<{ blob_id: string }>(
      `select blob_id from (${REFERENCED_BLOBS}) where blob_id not in (select blob_id from packed_blob)`,
    ),
  );
  for (const { blob_id: blobId } of absent) {
    // Large blobs are files.
    if (!known.has(blobId) && (await isAbsent(store, blobId))) known.set(blobId, { blobId, fault: "missing" });
  }
  const used = await store.read((reader) => usedOf(reader, [...known.keys()]));
  return [...known.values()].filter(({ blobId }) => used.has(blobId));
}

const isAbsent = (store: Store, blobId: string): Promise<boolean> =>
  store.read(async (reader) => (await reader.blobs.size(blobId)) === undefined);

async function usedOf(reader: Reader, blobIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.all<{ value: string }>(
    `select value from text_rows(?) named where ${isReferenced("value")}`,
    JSON.stringify(blobIds),
  );
  return new Set(rows.map(({ value }) => value));
}

/**
 * Invalidates the states that clients have seen since the backup. All numbers advance to the time in milliseconds, which
 * is greater than any number in use, and older states become unknown: clients then fetch everything again.
 */
export async function endPast(tx: Transactor): Promise<void> {
  // Deferred: the transaction writes the numbers that it has already used at its end, and would overwrite these.
  tx.atEnd(async () => {
    for (const { id, modseq } of await tx.all<{ id: number; modseq: number }>("select id, modseq from account")) {
      const shift = Math.max(1, Date.now() - modseq);
      await tx.run("update account set first_modseq = first_modseq + ?1 where id = ?2", shift, id);
      await tx.run(
        `update change set modseq = modseq + ?1, created_modseq = created_modseq + ?1, properties_modseq = properties_modseq + ?1
         where account_id = ?2`,
        shift,
        id,
      );
      await tx.nextModSeq(`a${id}`, shift);
    }
  });
}

/**
 * Renames the old folder, renames the new one to its name, and only then deletes the old one; unless the backup was
 * damaged, so that the old one may have more.
 */
async function swap(target: string, fresh: string, keepsOld: boolean): Promise<string | undefined> {
  const hasMailbox = await stat(databaseFile(target)).then(
    () => true,
    () => false,
  );
  const isRetained = keepsOld && hasMailbox;
  const old = isRetained ? await freeName(`${target}.before-restore`) : replacedFolder(target);
  if (!isRetained) await rm(old, { recursive: true, force: true });
  await rename(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    await rename(old, target);
    throw error;
  }
  await syncFolder(dirname(target));
  if (isRetained) return old;
  await rm(old, { recursive: true, force: true });
  return undefined;
}

async function freeName(requested: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? requested : `${requested}-${number}`;
    try {
      await stat(name);
    } catch (error) {
      if (isMissingFile(error)) return name;
      throw error;
    }
  }
}
