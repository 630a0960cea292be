/** pismo backup FILE — everything in one file, while the server runs. */
import { backup } from "../store/backup.ts";
import type { Command } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { ProgressBar } from "./progress-bar.ts";
import { usageOf } from "./usage.ts";

export const runBackup: Command = async (args, { config, stdout, stderr }) => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    stderr.write(usageOf("backup"));
    return 2;
  }
  let bar: ProgressBar | undefined;
  let letters = 0;
  await backup(config.dataDir, file, ({ done, total }) => {
    bar ??= createProgressBar(stderr, total);
    letters = done;
    bar.update({ done, letters });
  }).finally(() => bar?.end());
  stdout.write(`Saved ${letters.toLocaleString("en-US")} messages and the database to ${file}\n`);
  return 0;
};
