/**
 * Restores a backup to a data directory: unpacked beside it, and only then renamed. Intact blobs are restored, and the
 * others reported.
 */
import { copyFile, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Logger } from "../../log.ts";
import { countUnreadable } from "../auth/sealed-secrets.ts";
import { findVault, keyFile } from "../auth/vault.ts";
import type { BackupProgress } from "./backup.ts";
import { syncFolder } from "../blobs/blob-folder.ts";
import { recordFaults } from "../blobs/damaged-blobs.ts";
import { databaseFile, lockDataDir, replacedFolder } from "../db/data-dir.ts";
import { assertDiskSpace } from "./disk-space.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import { type FaultyMessage, describeEmails } from "./describe-emails.ts";
import { endFuture, endPast } from "../db/end-past.ts";
import { withMissing } from "./missing-blobs.ts";
import type { Transactor } from "../db/reader.ts";
import { openStore, type Store } from "../db/store.ts";
import { releaseClaims } from "../submission/delivery-queue.ts";
import { unpackBackup } from "./unpack-backup.ts";

export interface RestoreSummary {
  /** Intact blobs. */
  restored: number;
  /** Referenced blobs that could not be restored. */
  faults: FaultyMessage[];
  /** Damage of the file itself, in a few words each; empty where it is intact. */
  damage: string[];
  /** The replaced folder; undefined: there was no mailbox in it. */
  oldFolder: string | undefined;
  /** Passwords and tokens that the key does not open: people are asked for them again. */
  unreadableSecrets: number;
}

export interface RestoreOptions {
  /** With which the backup's passwords are sealed; left out: that of the place. */
  key?: Uint8Array | undefined;
  /** Restores where the key does not open them, too. */
  mayLackKey?: boolean;
  onProgress?: (progress: BackupProgress) => void;
}

/**
 * Replaces the content of `dataDir` by the backup. Needs the lock of the folder.
 * @throws StoreError locked, badBackup, newerVersion, diskFull, …; the folder is unchanged then
 */
export async function restore(
  file: string,
  dataDir: string,
  log: Logger,
  options: RestoreOptions = {},
): Promise<RestoreSummary> {
  const target = resolve(dataDir);
  const { size } = await statBackup(file);
  const release = lockDataDir(target);
  const fresh = `${target}.restore`;
  try {
    await rm(fresh, { recursive: true, force: true });
    await assertDiskSpace(fresh, size);
    await mkdir(fresh, { recursive: true, mode: 0o700 });
    await placeKey(fresh, target, options.key);
    const summary = await fill(file, fresh, log, options);
    return { ...summary, oldFolder: await swap(target, fresh) };
  } catch (error) {
    throw fileError(error, fresh);
  } finally {
    release();
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The key is in no backup: it stays that of the replaced folder. */
async function placeKey(fresh: string, target: string, key: Uint8Array | undefined): Promise<void> {
  if (key) await writeFile(keyFile(fresh), key, { mode: 0o600 });
  else {
    await copyFile(keyFile(target), keyFile(fresh)).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
    });
  }
}

export async function statBackup(file: string): Promise<{ size: number }> {
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
  { mayLackKey = false, onProgress = () => {} }: RestoreOptions,
): Promise<Omit<RestoreSummary, "oldFolder">> {
  let store: Store | undefined;
  try {
    const { restored, faults, damage } = await unpackBackup(file, fresh, onProgress, async () => {
      store = await openDatabase(fresh, log);
      return store;
    });
    if (!store) throw noDatabase();
    const all = await store.read((reader) => withMissing(reader, faults));
    await store.write(async (tx) => {
      await endStates(tx, damage);
      await recordFaults(tx, all);
      await releaseClaims(tx);
    });
    const vault = await findVault(fresh);
    const unreadableSecrets = await store.read((reader) => countUnreadable(reader, vault));
    if (!mayLackKey) assertReadable(unreadableSecrets);
    return {
      restored,
      damage,
      faults: await store.read((reader) => describeEmails(reader, all)),
      unreadableSecrets,
    };
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
  throw unreadableDatabase();
}

/** Which changes a damaged backup lacks is not known. To be called before a number of a state is taken. */
export const endStates = (tx: Transactor, damage: readonly string[]): Promise<void> =>
  damage.length > 0 ? endPast(tx) : endFuture(tx);

/** @throws StoreError wrongKey */
export function assertReadable(unreadableSecrets: number): void {
  if (unreadableSecrets === 0) return;
  throw new StoreError(
    "wrongKey",
    `${unreadableSecrets === 1 ? "A password" : `${unreadableSecrets} passwords`} in the backup cannot be opened with the key that is here. Nothing was changed.` +
      " Give the right one with --key FILE: secret.key of the data directory that was backed up, or a file with its PISMO_SECRET_KEY." +
      " Or restore with --without-key, and people are asked for their passwords again.",
  );
}

export const noDatabase = (): StoreError =>
  new StoreError("badBackup", "The backup is damaged: there is no database in it");

export const unreadableDatabase = (): StoreError =>
  new StoreError(
    "badBackup",
    "The backup is damaged: its database cannot be read. Its messages can be brought back without it: unpack the folder" +
      " blobs of this tar file into an empty data directory, and run pismo rebuild --from-messages there",
  );

/**
 * Renames the old folder, and the new one to its name; in between, the next start renames the old one back. A mailbox that
 * was replaced stays: it may have more than the backup. @returns where it stays; undefined: there was none
 */
async function swap(target: string, fresh: string): Promise<string | undefined> {
  const old = replacedFolder(target);
  // Of a restore that ended after its renames.
  await putAway(old, target);
  await rename(target, old);
  try {
    await rename(fresh, target);
  } catch (error) {
    await rename(old, target);
    throw error;
  }
  const kept = await putAway(old, target);
  await syncFolder(dirname(target));
  return kept;
}

/** Keeps a folder that has a mailbox under a name of its own, and removes any other. */
async function putAway(old: string, target: string): Promise<string | undefined> {
  const hasMailbox = await stat(databaseFile(old)).then(
    () => true,
    () => false,
  );
  if (!hasMailbox) {
    await rm(old, { recursive: true, force: true });
    return undefined;
  }
  const kept = await freeName(`${target}.before-restore`);
  await rename(old, kept);
  return kept;
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
