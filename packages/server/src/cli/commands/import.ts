/** pismo import FILE… — mbox, eml, Maildir and directories of them. */
import { availableParallelism, constants, setPriority } from "node:os";
import { parseArgs } from "node:util";
import { createIngest } from "../../ingest/ingest.ts";
import { openStore } from "../../store/db/store.ts";
import { createMimePool } from "../../worker/pool.ts";
import { noteCommand } from "../audit-command.ts";
import { chooseAccount } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { importSources } from "../importer.ts";
import type { ImportSummary } from "../importer.ts";
import { createProgressBar } from "../progress-bar.ts";
import { listSources } from "../readers/source.ts";
import { folderPath } from "../target-folders.ts";
import { misuseOf, usageOf } from "../usage.ts";
import { limitYoungGeneration } from "../memory.ts";

export const runImport: Command = async (args, { config, log, stdout, stderr }) => {
  let options;
  try {
    options = parseArgs({
      args: [...args],
      options: { folder: { type: "string" }, mailbox: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    stderr.write(misuseOf("import", error));
    return 2;
  }
  const { values, positionals: files } = options;
  const folder = values.folder === undefined ? undefined : folderPath(values.folder);
  if (files.length === 0 || folder?.length === 0) {
    stderr.write(usageOf("import"));
    return 2;
  }

  lowerPriority();
  limitYoungGeneration();
  const sources = await listSources(files);
  const store = await openStore(config, log);
  // As many as there are cores: while one waits for the disk, the main thread works too, and each costs 60 MB.
  const mime = createMimePool(availableParallelism());
  const startedAt = Date.now();
  try {
    const accountId = await chooseAccount(store, values.mailbox, config);
    await store.write((tx) => noteCommand(tx, "import", accountId));
    const total = sources.reduce((sum, { size }) => sum + size, 0);
    const bar = createProgressBar(stderr, total);
    const summary = await importSources({
      store,
      ingest: createIngest({ store, mime }),
      accountId,
      sources,
      folder,
      maxBytes: config.maxUploadSize,
      onProgress: ({ bytes, messages }) => bar.update({ done: bytes, messages }),
      onSkipped: ({ file, offset }, reason) => bar.note(`${file}, octet ${offset}: left out: ${reason}`),
    }).finally(() => bar.end());
    stdout.write(`${describe(summary, (Date.now() - startedAt) / 1000)}\n`);
    return summary.skipped > 0 ? 1 : 0;
  } finally {
    await mime.close();
    await store.close();
  }
};

function describe({ imported, alreadyThere, skipped, resumedAt }: ImportSummary, seconds: number): string {
  return [
    `Imported ${count(imported)} in ${seconds.toFixed(1)} s`,
    ...(alreadyThere > 0 ? [`${count(alreadyThere)} already there`] : []),
    ...(skipped > 0 ? [`${count(skipped)} left out`] : []),
    ...(resumedAt > 0 ? ["going on where the last run stopped"] : []),
  ].join(", ");
}

const count = (number: number) => `${number.toLocaleString("en-US")} ${number === 1 ? "letter" : "letters"}`;

/** Interactive requests have priority; threads that are started later inherit it. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not permit it: then both have the same priority.
  }
}
