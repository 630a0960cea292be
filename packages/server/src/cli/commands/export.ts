/** pismo export FILE.mbox|DIR — messages as an mbox (mboxrd) or as a directory of eml files. */
import { parseArgs } from "node:util";
import { createIngest } from "../../ingest/ingest.ts";
import { type FaultyBlob, describeEmails } from "../../store/backup/describe-emails.ts";
import { openStoreVault } from "../../store/auth/open-vault.ts";
import { createMimePool } from "../../worker/pool.ts";
import { noteCommand } from "../audit-command.ts";
import { chooseAccount } from "../choose-account.ts";
import { type Command, DAMAGED } from "../command.ts";
import { exportEml } from "../exporters/eml.ts";
import { exportMbox } from "../exporters/mbox.ts";
import { hydrateOnDemand } from "../../bridge/imap/bodies/hydrate-on-demand.ts";
import { listEmails } from "../exporters/emails.ts";
import { faultLines } from "../fault-lines.ts";
import { openExisting } from "../open-existing.ts";
import { createProgressBar } from "../progress-bar.ts";
import { folderPath } from "../target-folders.ts";
import { misuseOf, usageOf } from "../usage.ts";

export const runExport: Command = async (args, { config, log, stdout, stderr }) => {
  let options;
  try {
    options = parseArgs({
      args: [...args],
      options: { folder: { type: "string" }, format: { type: "string" }, mailbox: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    stderr.write(misuseOf("export", error));
    return 2;
  }
  const { values, positionals } = options;
  const [target, ...more] = positionals;
  const format = values.format ?? (target && /\.(?:mbox|mbx)$/i.test(target) ? "mbox" : "eml");
  if (target === undefined || more.length > 0 || (format !== "mbox" && format !== "eml")) {
    stderr.write(usageOf("export"));
    return 2;
  }

  const store = await openExisting(config, log);
  const mime = createMimePool(1);
  let stopHydration: (() => Promise<void>) | undefined;
  try {
    const accountId = await chooseAccount(store, values.mailbox, config);
    await store.write((tx) => noteCommand(tx, "export", accountId));
    const ingest = createIngest({ store, mime });
    stopHydration = await hydrateOnDemand(accountId, {
      store,
      ingest,
      vault: await openStoreVault(config, store),
      log,
    });
    const folder = values.folder === undefined ? undefined : folderPath(values.folder);
    const emails = await listEmails(store, accountId, folder);
    const total = emails.reduce((sum, { size }) => sum + size, 0);
    const bar = createProgressBar(stderr, total);
    const write = format === "mbox" ? exportMbox : exportEml;
    const faults: FaultyBlob[] = [];
    const count = await write({
      store,
      accountId,
      emails,
      target,
      onProgress: ({ bytes, messages }) => bar.update({ done: bytes, messages }),
      onFault: (fault) => faults.push(fault),
    }).finally(() => bar.end());
    stdout.write(`Exported ${count.toLocaleString("en-US")} ${count === 1 ? "letter" : "letters"} to ${target}\n`);
    stderr.write(faultLines(await store.read((reader) => describeEmails(reader, faults))));
    return faults.length > 0 ? DAMAGED : 0;
  } finally {
    await stopHydration?.();
    await mime.close();
    await store.close();
  }
};
