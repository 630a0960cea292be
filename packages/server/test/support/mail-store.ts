/** A store with one account or more and its ingest, without HTTP. */
import { createIngest } from "../../src/ingest/ingest.ts";
import type { Ingest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import type { EmailRecord } from "../../src/store/mail/emails.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { openStore } from "../../src/store/db/store.ts";
import type { Store } from "../../src/store/db/store.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { openMemoryStore } from "./memory-store.ts";

export interface MailStore {
  store: Store;
  ingest: Ingest;
  log: ReturnType<typeof createLogger>;
  /** In the order of the names. */
  accountIds: string[];
  /** Emails with their messages, oldest first; of one role's mailbox or of all. */
  emails(accountId?: string, role?: string): Promise<(EmailRecord & { text: string })[]>;
  close(): Promise<void>;
}

/** @param names local parts of the mailboxes, or whole addresses; in memory unless `dataDir` is given */
export async function mailStore(names: readonly string[] = ["you"], options?: { dataDir: string }): Promise<MailStore> {
  const log = createLogger("silent");
  const store = await (options ? openStore(options, log) : openMemoryStore(log));
  const mime = createMimePool(1);
  const accountIds = await store.write(async (tx) => {
    const ids: string[] = [];
    for (const name of names) {
      const email = name.includes("@") ? name : `${name}@pismo.localhost`;
      ids.push((await createAccount(tx, { name, email })).id);
    }
    return ids;
  });
  return {
    store,
    log,
    accountIds,
    ingest: createIngest({ store, mime }),
    emails: (accountId = accountIds[0] ?? "", role?: string) =>
      store.read(async (reader) => {
        const mailbox = role === undefined ? undefined : await findMailboxByRole(reader, accountId, role);
        const filter = mailbox ? { inMailbox: mailbox.id } : null;
        const sort = [{ property: "receivedAt", isAscending: true }];
        const { ids } = await queryEmails(reader, accountId, { filter, sort });
        const records = await getEmails(reader, accountId, ids);
        return Promise.all(
          records.map(async (record) => {
            const bytes = (await store.blobs.get(record.blobId)) ?? Buffer.alloc(0);
            return { ...record, text: Buffer.from(bytes).toString("latin1") };
          }),
        );
      }),
    async close() {
      await mime.close();
      await store.close();
    },
  };
}
