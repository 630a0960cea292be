/** The letters of the first start: written once, all of them or none. */
import type { Id, Mailbox } from "@pismo/jmap";
import { SEEN } from "@pismo/jmap";
import type { Ingest } from "../ingest/ingest.ts";
import { getAccount } from "../store/auth/accounts.ts";
import { stateOf } from "../store/db/changes.ts";
import { getMailboxes, insertMailbox } from "../store/mail/mailboxes.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import { sampleMessages } from "./messages.ts";
import type { Place } from "./letter.ts";

export interface SampleMailboxOptions {
  store: Store;
  ingest: Ingest;
  accountId: Id;
  log: { info(message: string, fields?: Record<string, unknown>): void };
  now?: Date;
}

/** Does nothing where the account has, or ever had, a letter. Gives how many letters were written. */
export async function createSampleMailbox(options: SampleMailboxOptions): Promise<number> {
  const { store, ingest, accountId, log, now = new Date() } = options;
  const { account, isFresh } = await store.read(async (reader) => ({
    account: await getAccount(reader, accountId),
    // The change log remembers what was deleted, so that an emptied mailbox stays empty.
    isFresh: (await stateOf(reader, accountId, "Email")) === "0",
  }));
  if (!account || !isFresh) return 0;

  const messages = await sampleMessages(account.email, now);
  const folders = await store.write((tx) =>
    createFolders(
      tx,
      accountId,
      messages.map(({ place }) => place),
    ),
  );
  await ingest.deliverBatch(
    messages.map(({ bytes, place, keywords, isUnread, sentAt }) => ({
      accountId,
      bytes,
      mailboxIds: [folders.get(nameOf(place)) ?? ""],
      keywords: isUnread ? [...keywords] : [SEEN, ...keywords],
      receivedAt: sentAt,
      isArrival: true,
    })),
    async (_tx, results) => {
      const failure = results.find((result) => result instanceof Error);
      if (failure) throw failure;
    },
  );
  log.info("The mailbox got its sample letters", { letters: messages.length });
  return messages.length;
}

const nameOf = (place: Place): string => (typeof place === "string" ? place : place.join("/"));

/** The mailbox of every place by its name; custom folders that an earlier, broken start made are taken as they are. */
async function createFolders(tx: Transactor, accountId: Id, places: readonly Place[]): Promise<Map<string, Id>> {
  const mailboxes = await getMailboxes(tx, accountId, null);
  const folders = new Map<string, Id>();
  for (const { id, role } of mailboxes) if (role) folders.set(role, id);
  for (const place of places) {
    if (typeof place === "string") continue;
    let parentId: Id | null = null;
    for (const [depth, name] of place.entries()) {
      const key = place.slice(0, depth + 1).join("/");
      let mailbox: Mailbox | undefined = mailboxes.find((each) => each.name === name && each.parentId === parentId);
      if (!mailbox) {
        const properties = { name, parentId, role: null, sortOrder: 10, isSubscribed: true };
        mailbox = await insertMailbox(tx, accountId, properties);
        mailboxes.push(mailbox);
      }
      folders.set(key, mailbox.id);
      parentId = mailbox.id;
    }
  }
  return folders;
}
