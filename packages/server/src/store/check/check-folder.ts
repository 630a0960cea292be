/** Checks a data directory: its database, page by page, and all that is in it. */
import { createAccount, listAccounts } from "../auth/accounts.ts";
import { countUnreadable } from "../auth/sealed-secrets.ts";
import { findVault, keyFile } from "../auth/vault.ts";
import { assertDatabase } from "../backup/folder-source.ts";
import type { Logger } from "../../log.ts";
import { databaseFile } from "../db/data-dir.ts";
import { isDamage } from "../db/errors.ts";
import { openStore, type Store } from "../db/store.ts";
import { assertDatabaseOrNothing, setDatabaseAside } from "../sqlite/lost-database.ts";
import { checkStore } from "./check-store.ts";
import { type CheckOptions, type CheckReport, emptyReport } from "./report.ts";
import { salvage } from "./salvage.ts";
import { addUnreadable } from "./secrets.ts";
import { sqliteChecks } from "./sqlite-checks.ts";

export interface FolderOptions extends CheckOptions {
  dataDir: string;
  log: Logger;
}

/** A repair needs the data directory's lock. @throws StoreError databaseMissing, unreadable, … */
export async function checkFolder(options: FolderOptions): Promise<CheckReport> {
  const report = emptyReport();
  // A check of an empty folder must not create a mailbox there.
  await assertDatabaseOrNothing(options.dataDir);
  await assertDatabase(options.dataDir);
  const store = await openChecked(options, report);
  if (!store) return report;
  try {
    await checkStore(store, sqliteChecks, options, report);
    const file = keyFile(options.dataDir);
    const vault = await findVault(options.dataDir);
    const unreadable = await store.read((reader) => countUnreadable(reader, vault));
    addUnreadable(report, unreadable, vault ? `do not open with ${file}` : `cannot be read: ${file} is missing`);
    return report;
  } finally {
    await store.close();
  }
}

/** Opens the store, salvaged where its pages are damaged; undefined where they are and no repair is requested. */
async function openChecked(
  { dataDir, domain, isRepair, log }: FolderOptions,
  report: CheckReport,
): Promise<Store | undefined> {
  const file = databaseFile(dataDir);
  let store: Store | undefined;
  let pages: string[];
  try {
    store = await openStore({ dataDir }, log);
    pages = await pageProblems(store);
    if (pages.length === 0) return store;
  } catch (error) {
    if (!isDamage(error)) {
      await store?.close();
      throw error;
    }
    pages = [(error as Error).message.split(":")[0] ?? ""];
  }
  await store?.close();
  report.problems.push(`the database ${file} is damaged: ${pages.slice(0, 3).join("; ")}`);
  if (!isRepair) {
    report.left = report.problems;
    return undefined;
  }
  try {
    const aside = await salvage(file);
    report.done.push(`all rows that could be read were written to a new database; the damaged one is kept as ${aside}`);
  } catch (error) {
    if (!isDamage(error)) throw error;
    report.done.push(`nothing of the database could be read; it is kept as ${await setDatabaseAside(dataDir)}`);
    report.left.push("folders, flags, accounts and settings are lost with it: a backup from before has them");
  }
  const fresh = await openStore({ dataDir, mayBeLost: true }, log);
  await fresh.write(async (tx) => {
    if ((await listAccounts(tx)).length === 0) await createAccount(tx, { name: "", email: `you@${domain}` });
  });
  return fresh;
}

async function pageProblems(store: Store): Promise<string[]> {
  const rows = await store.read((reader) => reader.all<{ integrity_check: string }>("pragma integrity_check(20)"));
  return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== "ok");
}
