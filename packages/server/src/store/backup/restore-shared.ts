/**
 * Restores a backup to a database of PostgreSQL that holds no account. Its blobs are put first, and everything else in one
 * transaction: a restore that ends before has left blobs that nothing names, which the next one takes up.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetCheck } from "../auth/open-vault.ts";
import { reseal } from "../auth/sealed-secrets.ts";
import { type Vault, vaultWith } from "../auth/vault.ts";
import { recordFaults } from "../blobs/damaged-blobs.ts";
import { databaseFile } from "../db/data-dir.ts";
import { isDamage, StoreError } from "../db/errors.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { noteServerAddress } from "../db/server-address.ts";
import type { Store } from "../db/store.ts";
import { lockShared } from "../postgres/lock-shared.ts";
import { Connection } from "../sqlite/connection.ts";
import { migrate } from "../sqlite/migrate.ts";
import { releaseClaims } from "../submission/delivery-queue.ts";
import { copyToPostgres } from "../convert/to-postgres.ts";
import { describeEmails, type FaultyBlob } from "./describe-emails.ts";
import { withMissing } from "./missing-blobs.ts";
import {
  assertReadable,
  endStates,
  noDatabase,
  type RestoreOptions,
  type RestoreSummary,
  statBackup,
  unreadableDatabase,
} from "./restore.ts";
import { unpackBackup, type Unpacked } from "./unpack-backup.ts";

/**
 * @param vault of the database
 * @throws StoreError notEmpty, locked, badBackup, newerVersion, wrongKey, diskFull, …; the database is unchanged then
 */
export async function restoreShared(
  file: string,
  store: Store,
  vault: Vault,
  options: RestoreOptions = {},
): Promise<RestoreSummary> {
  await statBackup(file);
  const release = await lockShared(store);
  const folder = await mkdtemp(join(tmpdir(), "pismo-restore-"));
  let source: Connection | undefined;
  try {
    await store.read(assertEmpty);
    const unpacked = await unpackBackup(file, folder, options.onProgress ?? (() => {}), async () => {
      source = openCopied(folder);
      return store;
    });
    if (!source) throw noDatabase();
    const copied = source;
    return await store.write((tx) => fill(tx, copied, unpacked, vault, options));
  } finally {
    source?.close();
    await rm(folder, { recursive: true, force: true });
    await release();
  }
}

/** @throws StoreError notEmpty */
async function assertEmpty(reader: Reader): Promise<void> {
  if ((await reader.get("select 1 from account limit 1")) === undefined) return;
  throw new StoreError(
    "notEmpty",
    "The database holds mail already, and nothing was changed: create an empty database and name it in PISMO_DATABASE_URL",
  );
}

/** @throws StoreError badBackup, newerVersion */
function openCopied(folder: string): Connection {
  let source: Connection | undefined;
  try {
    source = new Connection({ file: databaseFile(folder), readOnly: false, durable: false });
    migrate(source);
    const check = source.get("pragma quick_check") as { quick_check: string };
    if (check.quick_check !== "ok") throw unreadableDatabase();
    return source;
  } catch (error) {
    source?.close();
    throw isDamage(error) ? unreadableDatabase() : error;
  }
}

async function fill(
  tx: Transactor,
  source: Connection,
  { restored, damage, faults }: Unpacked,
  vault: Vault,
  { key, mayLackKey = false }: RestoreOptions,
): Promise<RestoreSummary> {
  await assertEmpty(tx);
  await copyToPostgres(source, tx);
  await endStates(tx, damage);
  const all: FaultyBlob[] = await withMissing(tx, faults);
  await recordFaults(tx, all);
  await noteServerAddress(tx, null);
  await forgetCheck(tx);
  await releaseClaims(tx);
  const unreadableSecrets = await reseal(tx, key ? vaultWith(key) : vault, vault);
  if (!mayLackKey) assertReadable(unreadableSecrets);
  return {
    restored,
    damage,
    faults: await describeEmails(tx, all),
    unreadableSecrets,
    oldFolder: undefined,
  };
}
