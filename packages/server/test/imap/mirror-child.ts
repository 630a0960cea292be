/**
 * A process of its own that mirrors an account and flags and moves its messages at the same time, to be killed.
 * Arguments: the data directory, the server's port and the user's name. Writes a line when it works.
 */
import { startAccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount, listAccounts } from "../../src/store/auth/accounts.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { openStore } from "../../src/store/db/store.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [, , dataDir = "", port = "", username = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const vault = await openVault(dataDir);
const ingest = createIngest({ store, mime: createMimePool(1) });
const accountId = await store.write(async (tx) => {
  const [known] = await listAccounts(tx);
  if (known) return known.id;
  const { id } = await createAccount(tx, { name: "Ann", email: "ann@example.org" });
  const server = {
    host: "127.0.0.1",
    port: Number(port),
    security: "plain",
    username,
    password: "secret",
    smtpUrl: null,
  } as const;
  await putImapServer(tx, id, server, vault);
  return id;
});
startAccountSync(accountId, { store, ingest, vault, log });
process.stdout.write("works\n");

for (;;) {
  await store.write(async (tx) => {
    const [inbox, archive] = [
      await findMailboxByRole(tx, accountId, "inbox"),
      await findMailboxByRole(tx, accountId, "archive"),
    ];
    const { ids } = await queryEmails(tx, accountId, { filter: { inMailbox: inbox!.id }, limit: 3 });
    for (const id of ids) await updateEmail(tx, accountId, id, { keywords: ["$flagged"], mailboxIds: [archive!.id] });
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
}
