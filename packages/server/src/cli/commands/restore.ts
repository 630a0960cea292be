/** pismo restore FILE — the data directory as of the backup. */
import { restore } from "../../store/backup/restore.ts";
import { requireSqlite } from "../require-sqlite.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { usageOf } from "../usage.ts";

export const runRestore: Command = async (args, { config, log, stdout, stderr }) => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    stderr.write(usageOf("restore"));
    return 2;
  }
  requireSqlite(config, "restore");
  const { restored, faults, damage, oldFolder } = await restore(file, config.dataDir, log);
  stderr.write(faultLines(faults));
  for (const what of damage) stderr.write(`The backup is damaged: ${what}\n`);
  stdout.write(`Restored ${restored.toLocaleString("en-US")} messages and the database to ${config.dataDir}\n`);
  if (faults.length > 0) {
    stdout.write(`${faults.length.toLocaleString("en-US")} damaged or missing: see above. All the rest is there.\n`);
  }
  if (oldFolder) stdout.write(`What was in ${config.dataDir} before is kept in ${oldFolder}\n`);
  return faults.length > 0 || damage.length > 0 ? DAMAGED : 0;
};
