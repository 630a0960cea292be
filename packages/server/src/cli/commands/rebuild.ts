/** pismo rebuild — derives everything from the messages again: index, threads, counts, previews. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { rebuild } from "../../store/mail/rebuild.ts";
import { createMimePool } from "../../worker/pool.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { createProgressBar } from "../progress-bar.ts";
import type { ProgressBar } from "../progress-bar.ts";
import { runRecovery } from "./recover.ts";
import { openExisting } from "../open-existing.ts";
import { misuseOf, usageOf } from "../usage.ts";

export const runRebuild: Command = async (args, context) => {
  const { config, log, stdout, stderr } = context;
  let options;
  try {
    options = parseArgs({
      args: [...args],
      options: { "from-messages": { type: "boolean" }, mailbox: { type: "string" } },
    });
  } catch (error) {
    stderr.write(misuseOf("rebuild", error));
    return 2;
  }
  const { "from-messages": isFromMessages, mailbox } = options.values;
  if (isFromMessages) return runRecovery(mailbox, context);
  if (mailbox !== undefined) {
    stderr.write(usageOf("rebuild"));
    return 2;
  }
  const store = await openExisting(config, log);
  const mime = createMimePool(Math.max(1, availableParallelism() - 1));
  let bar: ProgressBar | undefined;
  try {
    const { emails, faults } = await rebuild(
      store,
      (bytes) => mime.parse(bytes),
      ({ done, total }) => {
        bar ??= createProgressBar(stderr, total);
        bar.update({ done, messages: done });
      },
    ).finally(() => bar?.end());
    stderr.write(faultLines(faults));
    stdout.write(`Rebuilt ${(emails - faults.length).toLocaleString("en-US")} letters\n`);
    if (faults.length === 0) return 0;
    stdout.write(`${faults.length.toLocaleString("en-US")} damaged or missing: left as they are, see above\n`);
    return DAMAGED;
  } finally {
    await mime.close();
    await store.close();
  }
};
