/** pismo check [--repair] — checks everything that is stored, and repairs what can be derived. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { openStoreVault } from "../../store/auth/open-vault.ts";
import { checkFolder } from "../../store/check/check-folder.ts";
import { checkShared } from "../../store/check/check-shared.ts";
import type { CheckOptions, CheckReport } from "../../store/check/report.ts";
import { trySweepLock } from "../../store/db/data-dir.ts";
import { lockDataDir, openStore } from "../../store/db/store.ts";
import { createMimePool } from "../../worker/pool.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { createProgressBar, type ProgressBar } from "../progress-bar.ts";
import { misuseOf } from "../usage.ts";

export const runCheck: Command = async (args, { config, log, stdout, stderr }) => {
  let isRepair: boolean;
  try {
    isRepair = parseArgs({ args: [...args], options: { repair: { type: "boolean" } } }).values.repair === true;
  } catch (error) {
    stderr.write(misuseOf("check", error));
    return 2;
  }
  const mime = createMimePool(Math.max(1, availableParallelism() - 1));
  let bar: ProgressBar | undefined;
  let total = -1;
  const options: CheckOptions = {
    domain: config.domain,
    isRepair,
    parse: (bytes) => mime.parse(bytes),
    onProgress(progress) {
      // Each step has its own progress.
      if (progress.total !== total) bar?.end();
      if (progress.total !== total) bar = createProgressBar(stderr, (total = progress.total));
      bar?.update({ done: progress.done, messages: progress.done });
    },
  };
  try {
    const check = config.databaseUrl === undefined ? inFolder : inDatabase;
    const report = await check(config, log, options).finally(() => bar?.end());
    const place = config.databaseUrl === undefined ? config.dataDir : "the database";
    stdout.write(describe(report, place, isRepair));
    stderr.write(faultLines(report.faults));
    return report.left.length > 0 || report.faults.length > 0 ? DAMAGED : 0;
  } finally {
    await mime.close();
  }
};

async function inFolder({ dataDir }: Config, log: Logger, options: CheckOptions): Promise<CheckReport> {
  // A check works beside a running server; a repair needs the folder for itself.
  const release = options.isRepair ? lockDataDir(dataDir) : undefined;
  // The snapshot stays while it is checked.
  const releaseSweep = trySweepLock(dataDir);
  try {
    return await checkFolder({ ...options, dataDir, log });
  } finally {
    releaseSweep?.();
    release?.();
  }
}

async function inDatabase(config: Config, log: Logger, options: CheckOptions): Promise<CheckReport> {
  const store = await openStore(config, log);
  try {
    return await checkShared(store, await openStoreVault(config, store), options);
  } finally {
    await store.close();
  }
}

const line = (text: string): string => `${text}\n`;

function describe(
  { emailCount, problems, done, left, faults, notes }: CheckReport,
  place: string,
  isRepair: boolean,
): string {
  const isWhole = problems.length === 0 && faults.length === 0;
  const all = [
    ...(isWhole ? [`${place} is whole: ${emailCount.toLocaleString("en-US")} letters`] : []),
    ...problems.map((text) => `Wrong: ${text}`),
    ...done.map((text) => `Done: ${text}`),
    ...(isRepair ? left.map((text) => `Still wrong: ${text}`) : []),
    ...(isRepair && problems.length > 0 && left.length === 0 ? ["What was wrong is repaired"] : []),
    ...(faults.length > 0
      ? [
          faults.length === 1
            ? "One message is damaged or missing; what is known of its letter is kept:"
            : `${faults.length.toLocaleString("en-US")} messages are damaged or missing; what is known of their letters is kept:`,
        ]
      : []),
    ...(!isRepair && problems.length > 0
      ? [`Stop Pismo, copy ${place} to a safe place, and run pismo check --repair`]
      : []),
    ...notes.map((text) => `Note: ${text}`),
  ];
  return all.map(line).join("");
}
