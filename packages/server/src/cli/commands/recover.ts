/** pismo rebuild --from-messages — recovers Emails from unreferenced messages, after the loss of the database. */
import { availableParallelism } from "node:os";
import type { Config } from "../../config.ts";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress } from "../../store/auth/accounts.ts";
import { lockDataDir, openStore, type Store, StoreError } from "../../store/db/store.ts";
import { setDatabaseAside } from "../../store/sqlite/lost-database.ts";
import { type RecoveredMessages, recoverMessages } from "../../store/backup/recover-messages.ts";
import { lockShared } from "../../store/postgres/lock-shared.ts";
import { createMimePool } from "../../worker/pool.ts";
import { chooseAccount, ensureFirstAccount } from "../choose-account.ts";
import { type CommandContext, DAMAGED } from "../command.ts";
import { createProgressBar, type ProgressBar, type ProgressOutput } from "../progress-bar.ts";

const FOLDER = "Recovered";

/** @param mailbox the account; default: the first */
export async function runRecovery(
  mailbox: string | undefined,
  { config, log, stdout, stderr }: CommandContext,
): Promise<number> {
  if (config.mode === "hosted") {
    throw new Error(
      "Here people's letters lie at the mail server, and come again when they sign in: move the folder blobs away and start.",
    );
  }
  const mime = createMimePool(Math.max(1, availableParallelism() - 1));
  let opened: OpenedStore | undefined;
  let bar: ProgressBar | undefined;
  try {
    opened = config.databaseUrl === undefined ? await openFolder(config, log, stderr) : await openDatabase(config, log);
    const { store } = opened;
    // The first account stays the first.
    await ensureFirstAccount(store, config);
    const accountId =
      mailbox === undefined
        ? await chooseAccount(store, undefined, config)
        : await accountOf(store, mailbox, config.domain);
    const summary = await recoverMessages(store, {
      accountId,
      folder: FOLDER,
      parse: (bytes) => mime.parse(bytes),
      onProgress({ done, total }) {
        bar ??= createProgressBar(stderr, total);
        bar.update({ done, messages: done });
      },
    }).finally(() => bar?.end());
    stdout.write(describe(summary));
    return summary.damaged > 0 || summary.silentPacks > 0 ? DAMAGED : 0;
  } finally {
    await mime.close();
    await opened?.close();
  }
}

interface OpenedStore {
  store: Store;
  close(): Promise<void>;
}

async function openFolder({ dataDir }: Config, log: Logger, stderr: ProgressOutput): Promise<OpenedStore> {
  const release = lockDataDir(dataDir);
  try {
    const opening = openStore({ dataDir, mayBeLost: true }, log);
    const store = await opening.catch(async (error: unknown) => {
      if (!(error instanceof StoreError) || error.code !== "corrupt") throw error;
      stderr.write(`The damaged database is kept as ${await setDatabaseAside(dataDir)}\n`);
      return openStore({ dataDir, mayBeLost: true }, log);
    });
    const close = async () => {
      await store.close();
      release();
    };
    return { store, close };
  } catch (error) {
    release();
    throw error;
  }
}

/** @throws StoreError locked: a server runs */
async function openDatabase(config: Config, log: Logger): Promise<OpenedStore> {
  const store = await openStore(config, log);
  try {
    const release = await lockShared(store);
    const close = async () => {
      await release();
      await store.close();
    };
    return { store, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Created where none exists: which accounts existed is lost, too. */
async function accountOf(store: Store, mailbox: string, domain: string): Promise<string> {
  const email = mailbox.includes("@") ? mailbox : `${mailbox}@${domain}`;
  return store.write(async (tx) => {
    const found = await findAccountByAddress(tx, email);
    return (found ?? (await createAccount(tx, { name: "", email }))).id;
  });
}

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

function describe({ emails, others, damaged, remote, silentPacks }: RecoveredMessages): string {
  return [
    emails === 0
      ? "There are no messages without a letter\n"
      : `Made ${count(emails, "letter", "letters")} of messages that no letter had: they are in the folder ${FOLDER}\n`,
    others > 0 ? `${count(others, "file that is", "files that are")} no message: left where they are\n` : "",
    damaged > 0 ? `${count(damaged, "message is", "messages are")} damaged: left where they are\n` : "",
    remote > 0
      ? `${count(remote, "message belongs", "messages belong")} to an account at a mail server: add the account again, and its letters come\n`
      : "",
    silentPacks > 0
      ? `${count(silentPacks, "pack does", "packs do")} not say what is in them: left where they are\n`
      : "",
  ].join("");
}
