/** pismo rebuild — derives everything again from the messages: index, threads, counts, previews. */
import { availableParallelism } from "node:os";
import { rebuild } from "../store/rebuild.ts";
import { openStore } from "../store/store.ts";
import { createMimePool } from "../worker/pool.ts";
import type { Command } from "./command.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { ProgressBar } from "./progress-bar.ts";
import { usageOf } from "./usage.ts";

export const runRebuild: Command = async (args, { config, log, stdout, stderr }) => {
  if (args.length > 0) {
    stderr.write(usageOf("rebuild"));
    return 2;
  }
  const store = await openStore({ dataDir: config.dataDir }, log);
  const mime = createMimePool(Math.max(1, availableParallelism() - 1));
  let bar: ProgressBar | undefined;
  try {
    const { emails, missing } = await rebuild(
      store,
      (bytes) => mime.parse(bytes),
      ({ done, total }) => {
        bar ??= createProgressBar(stderr, total);
        bar.update({ done, letters: done });
      },
    ).finally(() => bar?.end());
    for (const id of missing) stderr.write(`${id}: its message is missing, left as it is\n`);
    stdout.write(`Rebuilt ${emails.toLocaleString("en-US")} letters\n`);
    return missing.length > 0 ? 1 : 0;
  } finally {
    await mime.close();
    await store.close();
  }
};
