/** pismo restore FILE — the mailbox as of the backup, of whichever database it was made. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { secretKey } from "../../setting-values.ts";
import { vaultWith } from "../../store/auth/vault.ts";
import { restore, type RestoreOptions, type RestoreSummary } from "../../store/backup/restore.ts";
import { restoreShared } from "../../store/backup/restore-shared.ts";
import { openStore } from "../../store/db/store.ts";
import { type Command, DAMAGED } from "../command.ts";
import { faultLines } from "../fault-lines.ts";
import { misuseOf, usageOf } from "../usage.ts";

export const runRestore: Command = async (args, { config, log, stdout, stderr }) => {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: "string" }, "without-key": { type: "boolean" } },
    });
  } catch (error) {
    stderr.write(misuseOf("restore", error));
    return 2;
  }
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    stderr.write(usageOf("restore"));
    return 2;
  }
  const options: RestoreOptions = {
    key: values.key === undefined ? undefined : await readKey(values.key),
    mayLackKey: values["without-key"] === true,
  };
  const place = config.databaseUrl === undefined ? config.dataDir : "the database";
  const summary = await restoreTo(file, config, log, options);
  const { restored, faults, damage, oldFolder, unreadableSecrets } = summary;
  stderr.write(faultLines(faults));
  for (const what of damage) stderr.write(`The backup is damaged: ${what}\n`);
  stdout.write(`Restored ${restored.toLocaleString("en-US")} messages and the database to ${place}\n`);
  if (faults.length > 0) {
    stdout.write(`${faults.length.toLocaleString("en-US")} damaged or missing: see above. All the rest is there.\n`);
  }
  if (unreadableSecrets > 0) stdout.write("Passwords of accounts at mail servers will be asked for again.\n");
  if (oldFolder) stdout.write(`What was in ${config.dataDir} before is kept in ${oldFolder}\n`);
  return faults.length > 0 || damage.length > 0 ? DAMAGED : 0;
};

async function restoreTo(file: string, config: Config, log: Logger, options: RestoreOptions): Promise<RestoreSummary> {
  if (config.databaseUrl === undefined || !config.secretKey) return restore(file, config.dataDir, log, options);
  const store = await openStore(config, log);
  try {
    return await restoreShared(file, store, vaultWith(config.secretKey), options);
  } finally {
    await store.close();
  }
}

/** secret.key of a data directory, which is 32 octets, or a file with a PISMO_SECRET_KEY. @throws Error in one line */
async function readKey(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(() => {
    throw new Error(`The key ${path} cannot be read`);
  });
  if (bytes.length === 32) return bytes;
  try {
    const key = secretKey(bytes.toString("utf8").trim());
    if (key) return key;
  } catch {
    // It is neither.
  }
  throw new Error(`${path} is no key of Pismo: secret.key of a data directory, or a file with its PISMO_SECRET_KEY`);
}
