/** pismo restore FILE — the data directory as it was when the backup was made. */
import { restore } from "../store/restore.ts";
import type { Command } from "./command.ts";
import { usageOf } from "./usage.ts";

export const runRestore: Command = async (args, { config, stdout, stderr }) => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    stderr.write(usageOf("restore"));
    return 2;
  }
  let letters = 0;
  await restore(file, config.dataDir, ({ done }) => (letters = done));
  stdout.write(`Restored ${letters.toLocaleString("en-US")} messages and the database to ${config.dataDir}\n`);
  return 0;
};
