/** Checks a data directory, reports its problems in words, and repairs what can be derived again. */
import { stat } from "node:fs/promises";
import { createAccount, listAccounts } from "../auth/accounts.ts";
import type { Logger } from "../../log.ts";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { assertDatabase } from "../backup/backup.ts";
import { recount } from "../mail/counts.ts";
import { databaseFile } from "../db/data-dir.ts";
import { isDamage, isMissingFile } from "../db/errors.ts";
import { type FaultyMessage, describeEmails } from "../backup/describe-emails.ts";
import { assertDatabaseOrNothing, setDatabaseAside } from "../sqlite/lost-database.ts";
import { rebuild } from "../mail/rebuild.ts";
import { recoverMessages } from "../backup/recover-messages.ts";
import { endPast } from "../backup/restore.ts";
import { openStore, type Reader, type Store } from "../db/store.ts";
import { findUnnamed } from "../blobs/unnamed-blobs.ts";
import { keyFile } from "../auth/vault.ts";
import { checkBlobs, repairBlobs } from "./check-blobs.ts";
import { brokenReferences, countUnfiled, repairAccounts, repairUnfiled, repairReferences } from "./repair-rows.ts";
import { type RowCheck, rowChecks } from "./row-checks.ts";
import { salvage } from "./salvage.ts";

export interface CheckOptions {
  dataDir: string;
  /** For an account that has to be created. */
  domain: string;
  isRepair: boolean;
  log: Logger;
  parse(bytes: Uint8Array): Promise<ParsedMessage>;
  onProgress(progress: { done: number; total: number }): void;
}

export interface CheckReport {
  emailCount: number;
  /** Problems before the repair, a line each. */
  problems: string[];
  /** Further actions of the repair. */
  done: string[];
  /** Problems after the repair; without one, the same as `problems`. */
  left: string[];
  /** Damaged or missing messages. */
  faults: FaultyMessage[];
  /** Information that is no problem. */
  notes: string[];
}

const FOLDER = "Recovered";

/** A repair needs the data directory's lock. @throws StoreError databaseMissing, unreadable, … */
export async function checkMailbox(options: CheckOptions): Promise<CheckReport> {
  const report: CheckReport = { emailCount: 0, problems: [], done: [], left: [], faults: [], notes: [] };
  // A check of an empty folder must not create a mailbox there.
  await assertDatabaseOrNothing(options.dataDir);
  await assertDatabase(options.dataDir);
  const store = await openChecked(options, report);
  if (!store) return report;
  try {
    const found = await findProblems(store);
    report.problems.push(...found.map(({ text }) => text));
    if (options.isRepair && report.problems.length > 0) await repair(store, found, options, report);
    const { faults } = await checkBlobs(store, options.onProgress);
    const left = options.isRepair ? await repairBlobs(store, faults) : faults;
    report.faults = await store.read((reader) => describeEmails(reader, left));
    if (faults.length > left.length) report.done.push(`${faults.length - left.length} messages were found again`);
    report.left = options.isRepair
      ? [...report.left, ...(await findProblems(store)).map(({ text }) => text)]
      : report.problems;
    report.emailCount = (await store.read((reader) => reader.get<{ n: number }>("select count(*) as n from email")))!.n;
    await addNotes(store, options.dataDir, report);
    return report;
  } finally {
    await store.close();
  }
}

/** Opens the store, salvaged where its pages are damaged; undefined where they are and no repair is requested. */
async function openChecked(
  { dataDir, domain, isRepair, log }: CheckOptions,
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

interface Problem {
  text: string;
  check?: RowCheck;
}

/** Finds rows that contradict each other. */
export function findProblems(store: Store): Promise<Problem[]> {
  return store.read(async (reader) => {
    const problems: Problem[] = [];
    for (const [table, n] of await brokenReferences(reader)) {
      problems.push({
        text: `${n} entr${n === 1 ? "y" : "ies"} in ${table} without what ${n === 1 ? "it belongs" : "they belong"} to`,
      });
    }
    const unfiled = await countUnfiled(reader);
    if (unfiled > 0) problems.push({ text: `${unfiled} letter${unfiled === 1 ? "" : "s"} in no folder` });
    for (const check of rowChecks) {
      const row = await reader.get<{ n: number }>(check.count);
      if (row!.n > 0) problems.push({ text: check.say(row!.n), check });
    }
    return problems;
  });
}

async function repair(
  store: Store,
  problems: readonly Problem[],
  { domain, parse, onProgress }: CheckOptions,
  report: CheckReport,
): Promise<void> {
  await store.write(async (tx) => {
    await repairReferences(tx, domain);
    await repairAccounts(tx);
    await repairUnfiled(tx, FOLDER);
  });
  await repairRows(store, problems);
  const isDerived = report.done.length > 0 || problems.some(({ check }) => check?.needsRebuild);
  if (isDerived) {
    const { emails } = await rebuild(store, parse, onProgress);
    report.done.push(`${emails} letters were made again from their messages`);
  }
  if (report.done.length > 0) await recoverLost(store, { parse, onProgress }, report);
  // Other tables may repeat columns that the rebuild has changed.
  await repairRows(store, await findProblems(store));
  await store.write(endPast);
}

async function repairRows(store: Store, problems: readonly Problem[]): Promise<void> {
  for (const { check } of problems) {
    if (!check?.repair?.length) continue;
    const { repair: statements } = check;
    await store.write(async (tx) => {
      for (const sql of statements) await tx.run(sql);
    });
  }
  await store.write(async (tx) => {
    for (const { id } of await listAccounts(tx)) await recount(tx, id);
  });
}

/** Recovers messages whose Email was on a lost page. */
async function recoverLost(
  store: Store,
  { parse, onProgress }: Pick<CheckOptions, "parse" | "onProgress">,
  report: CheckReport,
): Promise<void> {
  const [account] = await store.read(listAccounts);
  const { emails } = await recoverMessages(store, { accountId: account!.id, folder: FOLDER, parse, onProgress });
  if (emails > 0) report.done.push(`${emails} letters were made of messages that no letter had: they are in ${FOLDER}`);
}

async function addNotes(store: Store, dataDir: string, report: CheckReport): Promise<void> {
  const { blobIds, packs, silentPacks } = await findUnnamed(store);
  const unnamed = blobIds.length + packs.reduce((sum, entries) => sum + entries.length, 0) + silentPacks.length;
  if (unnamed > 0) {
    report.notes.push(
      `${unnamed} messages or files lie on the disk that no letter has: pismo rebuild --from-messages makes letters of the messages`,
    );
  }
  if ((await store.read(sealedPasswords)) > 0 && !(await isThere(keyFile(dataDir)))) {
    const text = `${keyFile(dataDir)} is missing: the passwords of accounts at mail servers cannot be read, and are asked for again`;
    report.problems.push(text);
    report.left = [...report.left, text];
  }
}

async function sealedPasswords(reader: Reader): Promise<number> {
  return (await reader.get<{ n: number }>("select count(*) as n from imap_account where password <> ''"))!.n;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissingFile(error)) return false;
    throw error;
  }
}
