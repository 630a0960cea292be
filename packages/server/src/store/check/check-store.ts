/** Checks whether rows, messages and counts of a store agree, and repairs what can be derived again. */
import { listAccounts } from "../auth/accounts.ts";
import { describeEmails } from "../backup/describe-emails.ts";
import { recoverMessages } from "../backup/recover-messages.ts";
import { findUnnamed } from "../sweep/unnamed-blobs.ts";
import { endPast } from "../db/end-past.ts";
import type { Store } from "../db/store.ts";
import { recount } from "../mail/counts.ts";
import { rebuild } from "../mail/rebuild.ts";
import { checkBlobs, repairBlobs } from "./check-blobs.ts";
import { findLostPacks, forgetPacks } from "./check-packs.ts";
import type { EngineChecks, RowCheck } from "./engine-checks.ts";
import { brokenReferences, countUnfiled, repairAccounts, repairUnfiled, repairReferences } from "./repair-rows.ts";
import type { CheckOptions, CheckReport } from "./report.ts";
import { rowChecks } from "./row-checks.ts";

const FOLDER = "Recovered";

/**
 * A repair needs the store for itself.
 * @param report has what was found before
 */
export async function checkStore(
  store: Store,
  checks: EngineChecks,
  options: CheckOptions,
  report: CheckReport,
): Promise<void> {
  const found = await findProblems(store, checks);
  report.problems.push(...found.map(({ text }) => text));
  if (options.isRepair && report.problems.length > 0) await repair(store, checks, found, options, report);
  const lost = await findLostPacks(store);
  if (lost.length > 0) report.problems.push(lostPacksText(lost.length));
  const { faults, sizes } = await checkBlobs(store, options.onProgress);
  if (sizes.length > 0) report.problems.push(sizesText(sizes.length));
  const left = options.isRepair ? await repairBlobs(store, faults, sizes) : faults;
  report.faults = await store.read((reader) => describeEmails(reader, left));
  if (faults.length > left.length) report.done.push(`${faults.length - left.length} messages were found again`);
  if (options.isRepair) {
    // What was in them is found again, or recorded as missing.
    await forgetPacks(store, lost);
    report.left.push(...(await findProblems(store, checks)).map(({ text }) => text));
  } else report.left = report.problems;
  report.emailCount = (await store.read((reader) => reader.get<{ n: number }>("select count(*) as n from email")))!.n;
  await addNotes(store, report);
}

const lostPacksText = (n: number): string =>
  n === 1 ? "1 pack of messages is not there" : `${n.toLocaleString("en-US")} packs of messages are not there`;

const sizesText = (n: number): string =>
  n === 1
    ? "1 message has another size than its letter says"
    : `${n.toLocaleString("en-US")} messages have another size than their letters say`;

interface Problem {
  text: string;
  check?: RowCheck;
}

/** Finds rows that contradict each other. */
export function findProblems(store: Store, checks: EngineChecks): Promise<Problem[]> {
  return store.read(async (reader) => {
    const problems: Problem[] = [];
    for (const [table, n] of await brokenReferences(reader, await checks.foreignKeys(reader))) {
      problems.push({
        text: `${n} entr${n === 1 ? "y" : "ies"} in ${table} without what ${n === 1 ? "it belongs" : "they belong"} to`,
      });
    }
    const unfiled = await countUnfiled(reader);
    if (unfiled > 0) problems.push({ text: `${unfiled} letter${unfiled === 1 ? "" : "s"} in no folder` });
    for (const check of rowChecks(checks.index, await checks.rowChecks(reader))) {
      const row = await reader.get<{ n: number }>(check.count);
      if (row!.n > 0) problems.push({ text: check.say(row!.n), check });
    }
    return problems;
  });
}

async function repair(
  store: Store,
  checks: EngineChecks,
  problems: readonly Problem[],
  { domain, parse, onProgress }: CheckOptions,
  report: CheckReport,
): Promise<void> {
  await store.write(async (tx) => {
    await repairReferences(tx, domain, await checks.foreignKeys(tx));
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
  await repairRows(store, await findProblems(store, checks));
  await store.write(endPast);
}

async function repairRows(store: Store, problems: readonly Problem[]): Promise<void> {
  for (const { check } of problems) {
    if (!check || check.repair.length === 0) continue;
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

async function addNotes(store: Store, report: CheckReport): Promise<void> {
  const { blobIds, packs, silentPacks } = await findUnnamed(store);
  const unnamed = blobIds.length + packs.reduce((sum, entries) => sum + entries.length, 0) + silentPacks.length;
  if (unnamed === 0) return;
  const place = store.blobs.folder ? "lie on the disk" : "are stored";
  report.notes.push(
    `${unnamed} messages or files ${place} that no letter has: pismo rebuild --from-messages makes letters of the messages`,
  );
}
