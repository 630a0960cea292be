/**
 * `pismo rebuild --from-messages`, killed at one of its transactions.
 * Arguments: the data directory, which transaction (1 is the first), "before" or "after".
 */
import { createAccount } from "../../src/store/auth/accounts.ts";
import { createLogger } from "../../src/log.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { listAccounts } from "../../src/store/auth/accounts.ts";
import { recoverMessages } from "../../src/store/backup/recover-messages.ts";
import { openStore } from "../../src/store/db/store.ts";
import { killedAt } from "./killed-store.ts";

const [, , dataDir = "", number = "", phase = ""] = process.argv;
const store = await openStore({ dataDir, mayBeLost: true }, createLogger("error"));
const watched = killedAt(store, { transaction: Number(number), phase });
const account = await watched.write(
  async (tx) => (await listAccounts(tx))[0] ?? createAccount(tx, { name: "", email: "you@pismo.localhost" }),
);
await recoverMessages(watched, {
  accountId: account.id,
  folder: "Recovered",
  parse: async (bytes) => parseMessage(bytes),
  onProgress: () => {},
});
await store.close();
