/** pismo account add|list|remove — accounts that mirror an IMAP server. */
import { parseArgs } from "node:util";
import { problemOf } from "../../bridge/imap/connection/errors.ts";
import { openSession } from "../../bridge/imap/connection/connection.ts";
import type { Logger } from "../../log.ts";
import { createAccount, getAccount } from "../../store/auth/accounts.ts";
import {
  getMirrorStatus,
  type ImapServer,
  listImapAccounts,
  type MirrorStatus,
  putImapServer,
} from "../../store/mirror/imap-accounts.ts";
import { findLogin } from "../../store/auth/logins.ts";
import { finishRemovals, removeMirroredAccount } from "../../store/auth/remove-account.ts";
import { openStore, type Store } from "../../store/db/store.ts";
import { openStoreVault, type VaultOptions } from "../../store/auth/open-vault.ts";
import { noteCommand } from "../audit-command.ts";
import { ensureFirstAccount, findChosen } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { openExisting } from "../open-existing.ts";
import { readSecret } from "../read-secret.ts";
import { serverFromUrls } from "../server-urls.ts";
import { misuseOf, usageOf } from "../usage.ts";

const options = {
  imap: { type: "string" },
  smtp: { type: "string" },
  user: { type: "string" },
  email: { type: "string" },
  name: { type: "string" },
  plain: { type: "boolean" },
  force: { type: "boolean" },
} as const;

export const runAccount: Command = async (args, { config, log, stdout, stderr }) => {
  const [verb, ...rest] = args;
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    stderr.write(misuseOf("account", error));
    return 2;
  }
  const { values, positionals } = parsed;
  const { imap, user, email = user?.includes("@") ? user : undefined } = values;
  const fits =
    (verb === "add" && imap && user && email && positionals.length === 0) ||
    (verb === "list" && positionals.length === 0) ||
    (verb === "remove" && positionals.length === 1);
  if (!fits) {
    stderr.write(usageOf("account"));
    return 2;
  }
  const server = imap && serverFromUrls(imap, values.smtp, values.plain ?? false);
  const store = await (verb === "add" ? openStore : openExisting)(config, log);
  try {
    // The local mailbox stays the first.
    await ensureFirstAccount(store, config);
    if (verb === "list") {
      for (const line of await list(store)) stdout.write(`${line}\n`);
    } else if (verb === "remove") {
      await finishRemovals(store, log);
      await remove(store, positionals[0]!, values.force ?? false, log);
      stdout.write(`${positionals[0]} is removed here; on its server nothing has changed\n`);
    } else if (server && user && email) {
      const password = await readSecret(`Password of ${user}: `, stderr);
      const whole = { ...server, username: user, password };
      await tryServer(whole, log);
      await add(store, config, { name: values.name ?? "", email }, whole);
      stdout.write(`${email} is added: its letters come while \`pismo serve\` runs\n`);
    }
    return 0;
  } finally {
    await store.close();
  }
};

async function list(store: Store): Promise<string[]> {
  return store.read(async (reader) => {
    const lines: string[] = [];
    for (const accountId of await listImapAccounts(reader)) {
      const status = await getMirrorStatus(reader, accountId);
      if (status) lines.push(lineOf(status));
    }
    return lines.length > 0 ? lines : ["There are no accounts with a server of their own."];
  });
}

const words: Record<MirrorStatus["state"], string> = {
  connecting: "not connected yet",
  syncing: "syncing",
  upToDate: "up to date",
  offline: "offline",
  signIn: "sign in again",
};

function lineOf({ email, host, state, since, problem, emailsDone, emailsTotal, waiting }: MirrorStatus): string {
  const progress = state === "syncing" ? ` ${emailsDone} of ${emailsTotal}` : ` since ${since.toISOString()}`;
  const rest = [`${waiting} changes to send`, problem].filter((each, index) => (index === 0 ? waiting > 0 : each));
  return [email, host, `${words[state]}${progress}`, ...rest].join("\t");
}

async function remove(store: Store, email: string, isForced: boolean, log: Logger): Promise<void> {
  const account = await store.read((reader) => findChosen(reader, email));
  const status = account && (await store.read((reader) => getMirrorStatus(reader, account.id)));
  if (!status) throw new Error(`There is no account ${email}: \`pismo account list\` names them`);
  if (status.waiting > 0 && !isForced) {
    throw new Error(
      `${status.waiting} changes are not on the server yet, and would be lost: --force removes it anyway`,
    );
  }
  await removeMirroredAccount(store, status.accountId, log, (tx) => noteCommand(tx, `account remove ${email}`));
}

/** @throws Error in one line with advice */
async function tryServer(server: ImapServer, log: Logger): Promise<void> {
  try {
    const session = await openSession({ ...server, grantedAt: null }, log);
    await session.close();
  } catch (error) {
    throw new Error(`${server.host}:${server.port} cannot be used (${problemOf(error)})`, { cause: error });
  }
}

async function add(
  store: Store,
  vaultOptions: VaultOptions,
  account: { name: string; email: string },
  server: ImapServer,
): Promise<void> {
  const vault = await openStoreVault(vaultOptions, store);
  await store.write(async (tx) => {
    const login = await findLogin(tx, [server.host], server.username);
    const before = (login && (await getAccount(tx, login.accountId))) ?? (await findChosen(tx, account.email));
    const isOurs = before && (await getMirrorStatus(tx, before.id));
    if (before && !isOurs) throw new Error(`There is a mailbox ${account.email} already`);
    // Adding it again changes its password or its server.
    const { id } = before ?? (await createAccount(tx, account));
    await noteCommand(tx, "account add", id);
    await putImapServer(tx, id, server, vault);
  });
}
