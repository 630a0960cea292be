/** pismo backup FILE — everything in one file, while the server runs. */
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Logger } from "../../log.ts";
import type { Config } from "../../config.ts";
import { backup, isBackup } from "../../store/backup/backup.ts";
import { folderSource } from "../../store/backup/folder-source.ts";
import { sharedSource } from "../../store/backup/shared-source.ts";
import type { BackupSource } from "../../store/backup/source.ts";
import { openStore } from "../../store/db/store.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { createProgressBar, type ProgressBar } from "../progress-bar.ts";
import { usageOf } from "../usage.ts";

export const runBackup: Command = async (args, { config, log, stdout, stderr }) => {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith("-") || more.length > 0) {
    stderr.write(usageOf("backup"));
    return 2;
  }
  assertWritable(file);
  const isReplaced = await assertNothingElse(file);
  let bar: ProgressBar | undefined;
  const { saved, faults } = await withSource(config, log, (source) =>
    backup(source, file, ({ done, total }) => {
      bar ??= createProgressBar(stderr, total);
      bar.update({ done, messages: done });
    }).finally(() => bar?.end()),
  );
  stderr.write(faultLines(faults));
  stdout.write(
    `Saved ${saved.toLocaleString("en-US")} messages and the database to ${file}${isReplaced ? ", in place of the backup that was there" : ""}\n`,
  );
  if (faults.length === 0) return 0;
  stdout.write(
    `${faults.length.toLocaleString("en-US")} damaged or missing: see above. All the rest is in the backup.\n`,
  );
  return DAMAGED;
};

/** @throws Error in one line */
function assertWritable(file: string): void {
  const folder = dirname(resolve(file));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${folder}`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${file} is a folder: name a file in it, such as ${join(file, "pismo.tar")}`);
  }
}

/** An older backup is replaced; another file is kept. @returns whether there is one @throws Error in one line */
async function assertNothingElse(file: string): Promise<boolean> {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return false;
  if (await isBackup(file)) return true;
  throw new Error(`${file} is there already, and is no backup of Pismo: name another file, or move it away`);
}

async function withSource<T>(config: Config, log: Logger, work: (source: BackupSource) => Promise<T>): Promise<T> {
  // A data directory is not opened as a store: that would create a mailbox where there is none.
  if (config.databaseUrl === undefined) return work(folderSource(config.dataDir));
  const store = await openStore(config, log);
  try {
    return await work(sharedSource(store));
  } finally {
    await store.close();
  }
}
