/** pismo token create|list|revoke — keys for other JMAP clients. */
import { parseArgs } from "node:util";
import { isOpen, listAccounts } from "../../store/auth/accounts.ts";
import { openStore, type Store } from "../../store/db/store.ts";
import { createToken, listTokens, revokeToken } from "../../store/auth/tokens.ts";
import { noteCommand } from "../audit-command.ts";
import { chooseAccount } from "../choose-account.ts";
import type { Command } from "../command.ts";
import { openExisting } from "../open-existing.ts";
import { misuseOf, usageOf } from "../usage.ts";

const day = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? "never";

async function list(store: Store): Promise<string> {
  const { tokens, accounts } = await store.read(async (reader) => ({
    tokens: await listTokens(reader),
    accounts: new Map((await listAccounts(reader)).map(({ id, email }) => [id, email])),
  }));
  if (tokens.length === 0) return "There are no tokens.\n";
  const rows = tokens.map(({ id, name, accountId, createdAt, lastUsedAt }) => {
    const mailbox = accountId === null ? "all mailboxes" : (accounts.get(accountId) ?? accountId);
    return `${id}\t${name}\t${mailbox}\tcreated ${day(createdAt)}\tlast used ${day(lastUsedAt)}\n`;
  });
  return rows.join("");
}

export const runToken: Command = async (args, { config, log, stdout, stderr }) => {
  const [verb, ...rest] = args;
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options: { mailbox: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    stderr.write(misuseOf("token", error));
    return 2;
  }
  const { values, positionals } = parsed;
  const fits =
    (verb === "create" && positionals.length <= 1) ||
    (verb === "list" && positionals.length === 0) ||
    (verb === "revoke" && positionals.length === 1);
  if (!fits || (values.mailbox !== undefined && verb !== "create")) {
    stderr.write(usageOf("token"));
    return 2;
  }
  const store = await (verb === "create" ? openStore : openExisting)(config, log);
  try {
    if (verb === "list") {
      stdout.write(await list(store));
      return 0;
    }
    const [word = ""] = positionals;
    if (verb === "revoke") {
      const isRevoked = await store.write(async (tx) => {
        const found = (await listTokens(tx)).find(({ id }) => id === word);
        if (found) await noteCommand(tx, `token ${word}`, found.accountId, "tokenRevoked");
        return revokeToken(tx, word);
      });
      if (!isRevoked) throw new Error(`There is no token ${word}: \`pismo token list\` names them`);
      stdout.write(`Token ${word} is revoked\n`);
      return 0;
    }
    const chosen = await chooseAccount(store, values.mailbox, config);
    if (!(await store.read((reader) => isOpen(reader, chosen)))) {
      throw new Error(`${values.mailbox} is disabled: \`pismo person enable\` comes first`);
    }
    const accountId = values.mailbox === undefined ? null : chosen;
    const { secret, token } = await store.write(async (tx) => {
      const made = await createToken(tx, { name: word || "token", accountId });
      await noteCommand(tx, `token ${made.token.id}`, accountId, "tokenCreated");
      return made;
    });
    stdout.write(`${secret}\n`);
    stderr.write(`Token ${token.id} is made. It is shown this once: keep it as you keep a password.\n`);
    return 0;
  } finally {
    await store.close();
  }
};
