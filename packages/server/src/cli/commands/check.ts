/** pismo check [--repair] — checks everything in the data directory, and repairs what can be derived. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { checkMailbox, type CheckReport } from "../../store/check/check-store.ts";
import { trySweepLock } from "../../store/db/data-dir.ts";
import { lockDataDir } from "../../store/db/store.ts";
import { createMimePool } from "../../worker/pool.ts";
import { requireSqlite } from "../require-sqlite.ts";
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
  requireSqlite(config, "check");
  const { dataDir, domain } = config;
  // A check works beside a running server; a repair needs the folder for itself.
  const release = isRepair ? lockDataDir(dataDir) : undefined;
  // The snapshot stays while it is checked.
  const releaseSweep = trySweepLock(dataDir);
  const mime = createMimePool(Math.max(1, availableParallelism() - 1));
  let bar: ProgressBar | undefined;
  let total = -1;
  try {
    const report = await checkMailbox({
      dataDir,
      domain,
      isRepair,
      log,
      parse: (bytes) => mime.parse(bytes),
      onProgress(progress) {
        // Each step has its own progress.
        if (progress.total !== total) bar?.end();
        if (progress.total !== total) bar = createProgressBar(stderr, (total = progress.total));
        bar?.update({ done: progress.done, messages: progress.done });
      },
    }).finally(() => bar?.end());
    stdout.write(describe(report, dataDir, isRepair));
    stderr.write(faultLines(report.faults));
    return report.left.length > 0 || report.faults.length > 0 ? DAMAGED : 0;
  } finally {
    await mime.close();
    releaseSweep?.();
    release?.();
  }
};

const line = (text: string): string => `${text}\n`;

function describe(
  { emailCount, problems, done, left, faults, notes }: CheckReport,
  dataDir: string,
  isRepair: boolean,
): string {
  const isWhole = problems.length === 0 && faults.length === 0;
  const all = [
    ...(isWhole ? [`${dataDir} is whole: ${emailCount.toLocaleString("en-US")} letters`] : []),
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
      ? [`Stop Pismo, copy ${dataDir} to a safe place, and run pismo check --repair`]
      : []),
    ...notes.map((text) => `Note: ${text}`),
  ];
  return all.map(line).join("");
}
