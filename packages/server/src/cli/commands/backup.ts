/** pismo backup FILE — everything in one file, while the server runs. */
import { backup } from "../../store/backup/backup.ts";
import { requireSqlite } from "../require-sqlite.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { createProgressBar, type ProgressBar } from "../progress-bar.ts";
import { usageOf } from "../usage.ts";

export const runBackup: Command = async (args, { config, stdout, stderr }) => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    stderr.write(usageOf("backup"));
    return 2;
  }
  requireSqlite(config, "backup");
  let bar: ProgressBar | undefined;
  const { saved, faults } = await backup(config.dataDir, file, ({ done, total }) => {
    bar ??= createProgressBar(stderr, total);
    bar.update({ done, messages: done });
  }).finally(() => bar?.end());
  stderr.write(faultLines(faults));
  stdout.write(`Saved ${saved.toLocaleString("en-US")} messages and the database to ${file}\n`);
  if (faults.length === 0) return 0;
  stdout.write(
    `${faults.length.toLocaleString("en-US")} damaged or missing: see above. All the rest is in the backup.\n`,
  );
  return DAMAGED;
};
