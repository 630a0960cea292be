/**
 * A process of its own that mirrors an account for a person who changes its messages and folders all the time, to be
 * killed. Arguments: the data directory and a seed. Before each change it writes what the message is to be, and after it
 * "done": a line may be the last.
 */
import type { Id } from "@pismo/jmap";
import { startAccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { listAccounts } from "../../src/store/auth/accounts.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { destroyEmails, getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { getMailboxes, insertMailbox, updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { openStore } from "../../src/store/db/store.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { randomFrom } from "../store/random.ts";
import { testMessage } from "./mirrored.ts";

const [, , dataDir = "", seed = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const vault = await openVault(dataDir);
const ingest = createIngest({ store, mime: createMimePool(1) });
const random = randomFrom(Number(seed));
const accountId: Id = (await store.read(listAccounts))[0]!.id;
startAccountSync(accountId, { store, ingest, vault, log, firstPauseMs: 20 });

/** @param wanted null: destroyed */
const say = (what: { name: string; wanted: { keywords: string[]; mailboxIds: Id[] } | null } | "done"): void => {
  process.stdout.write(`${JSON.stringify(what)}\n`);
};

async function change(): Promise<void> {
  const { ids, mailboxes } = await store.read(async (reader) => ({
    ids: (await queryEmails(reader, accountId, { limit: 500 })).ids,
    mailboxes: await getMailboxes(reader, accountId),
  }));
  const kind = random.below(20);
  const mailbox = random.pick(mailboxes);
  if (kind === 0) {
    await store.write((tx) => insertMailbox(tx, accountId, { name: `Folder ${seed} ${random.below(1e9)}` }));
  } else if (kind === 1 && mailbox.myRights.mayDelete) {
    await store.write((tx) => updateMailbox(tx, accountId, mailbox.id, { name: `Name ${seed} ${random.below(1e9)}` }));
  } else if (kind < 4) {
    const name = `written ${seed} ${random.below(1e9)}`;
    say({ name, wanted: { keywords: ["$seen"], mailboxIds: [mailbox.id] } });
    const bytes = Buffer.from(testMessage(name.replaceAll(" ", "-")).replace(/Subject: .*/, `Subject: ${name}`));
    await ingest.deliver({ accountId, bytes, mailboxIds: [mailbox.id], keywords: ["$seen"] });
    say("done");
  } else if (ids.length > 0) {
    const id = random.pick(ids);
    await store.write(async (tx) => {
      // It may have gone since.
      const [record] = await getEmails(tx, accountId, [id]);
      if (!record) return;
      const { keywords, mailboxIds, headers } = record;
      const has = keywords.includes("$flagged");
      const wanted = {
        keywords:
          kind < 12 ? (has ? keywords.filter((each) => each !== "$flagged") : [...keywords, "$flagged"]) : keywords,
        mailboxIds: kind >= 12 && kind < 19 ? [mailbox.id] : mailboxIds,
      };
      say({ name: headers.subject ?? "", wanted: kind === 19 ? null : wanted });
      if (kind === 19) await destroyEmails(tx, accountId, [id]);
      else await updateEmail(tx, accountId, id, wanted);
    });
    say("done");
  }
}

for (;;) {
  await change();
  await new Promise((resolve) => setTimeout(resolve, random.below(30)));
}
