/** pismo mailbox add|list — additional local mailboxes. */
import { createAccount, findAccountByAddress, listAccounts } from "../../store/auth/accounts.ts";
import { openStore } from "../../store/db/store.ts";
import { noteCommand } from "../audit-command.ts";
import { ensureFirstAccount } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { openExisting } from "../open-existing.ts";
import { usageOf } from "../usage.ts";

export const runMailbox: Command = async (args, { config, log, stdout, stderr }) => {
  const [verb, name, ...more] = args;
  const fits = more.length === 0 && ((verb === "add" && name !== undefined) || (verb === "list" && name === undefined));
  if (!fits) {
    stderr.write(usageOf("mailbox"));
    return 2;
  }
  // The local part alone, or the whole address at our domain.
  const local = name?.toLowerCase().replace(new RegExp(`@${config.domain.replaceAll(".", "\\.")}$`), "") ?? "";
  if (verb === "add" && !/^[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?$/.test(local)) {
    stderr.write(`"${name}" is no name for a mailbox: letters, digits, points and hyphens make one\n`);
    return 2;
  }
  if (verb === "add" && config.mode === "hosted") {
    stderr.write("Where several people are served, each gets a mailbox at the first sign-in: none is added\n");
    return 2;
  }
  const store = await (verb === "add" ? openStore : openExisting)(config, log);
  try {
    // The first mailbox stays the first: it is created before any other.
    await ensureFirstAccount(store, config);
    if (verb === "list") {
      for (const { email } of await store.read(listAccounts)) stdout.write(`${email}\n`);
      return 0;
    }
    const email = `${local}@${config.domain}`;
    await store.write(async (tx) => {
      if (await findAccountByAddress(tx, email)) throw new Error(`There is a mailbox ${email} already`);
      const { id } = await createAccount(tx, { name: local, email });
      await noteCommand(tx, "mailbox add", id);
    });
    stdout.write(`${email} is ready\n`);
    return 0;
  } finally {
    await store.close();
  }
};
