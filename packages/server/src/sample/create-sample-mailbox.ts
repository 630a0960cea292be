/** Inserts the sample Emails at the first start: once, all of them or none. */
import type { Id, Mailbox } from "@pismo/jmap";
import { SEEN } from "@pismo/jmap";
import type { Ingest } from "../ingest/ingest.ts";
import { getAccount } from "../store/auth/accounts.ts";
import { stateOf } from "../store/db/changes.ts";
import { noteOwnLetters } from "../store/facts/email-facts.ts";
import { getMailboxes, insertMailbox } from "../store/mail/mailboxes.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import type { SampleMailbox } from "./sample-email.ts";

export interface SampleMailboxOptions {
  store: Store;
  ingest: Ingest;
  accountId: Id;
  log: { info(message: string, fields?: Record<string, unknown>): void };
  now?: Date;
}

/** Does nothing where the account has, or ever had, an Email. Returns the number of Emails inserted. */
export async function createSampleMailbox(options: SampleMailboxOptions): Promise<number> {
  const { store, ingest, accountId, log, now = new Date() } = options;
  const { account, isFresh } = await store.read(async (reader) => ({
    account: await getAccount(reader, accountId),
    // The change log has destroyed Emails too: an emptied account stays empty.
    isFresh: (await stateOf(reader, accountId, "Email")) === "0",
  }));
  if (!account || !isFresh) return 0;

  // Loaded at the first start alone.
  const { sampleMessages } = await import("./messages.ts");
  const messages = await sampleMessages(account.email, now);
  const mailboxIds = await store.write((tx) =>
    createMailboxes(
      tx,
      accountId,
      messages.map(({ mailbox }) => mailbox),
    ),
  );
  await ingest.deliverBatch(
    messages.map(({ bytes, mailbox, keywords, isUnread, sentAt }) => ({
      accountId,
      bytes,
      mailboxIds: [mailboxIds.get(nameOf(mailbox)) ?? ""],
      keywords: isUnread ? [...keywords] : [SEEN, ...keywords],
      receivedAt: sentAt,
      isArrival: true,
    })),
    async (tx, results) => {
      const failure = results.find((result) => result instanceof Error);
      if (failure) throw failure;
      await noteOwnLetters(
        tx,
        accountId,
        results.flatMap((result) => (result instanceof Error ? [] : result.id)),
      );
    },
  );
  log.info("The mailbox got its sample letters", { letters: messages.length });
  return messages.length;
}

const nameOf = (mailbox: SampleMailbox): string => (typeof mailbox === "string" ? mailbox : mailbox.join("/"));

/** The ids by role or path. Reuses custom mailboxes that an interrupted start created. */
async function createMailboxes(
  tx: Transactor,
  accountId: Id,
  wanted: readonly SampleMailbox[],
): Promise<Map<string, Id>> {
  const mailboxes = await getMailboxes(tx, accountId, null);
  const ids = new Map<string, Id>();
  for (const { id, role } of mailboxes) if (role) ids.set(role, id);
  for (const path of wanted) {
    if (typeof path === "string") continue;
    let parentId: Id | null = null;
    for (const [depth, name] of path.entries()) {
      const key = path.slice(0, depth + 1).join("/");
      let mailbox: Mailbox | undefined = mailboxes.find((each) => each.name === name && each.parentId === parentId);
      if (!mailbox) {
        const properties = { name, parentId, role: null, sortOrder: 10, isSubscribed: true };
        mailbox = await insertMailbox(tx, accountId, properties);
        mailboxes.push(mailbox);
      }
      ids.set(key, mailbox.id);
      parentId = mailbox.id;
    }
  }
  return ids;
}
