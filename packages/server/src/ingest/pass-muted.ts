/** What arrives in a muted conversation goes by: it lies in the archive, unread, and is muted as the others are. */
import { DRAFT, type Id, MUTED } from "@pismo/jmap";
import type { Transactor } from "../store/db/store.ts";
import { updateEmails } from "../store/mail/emails.ts";
import type { InsertedEmail } from "../store/mail/insert-emails.ts";
import { findMailboxByRole } from "../store/mail/mailboxes.ts";
import { mutedThreads } from "../store/threads/muted-threads.ts";

/** An Email that has just been inserted. */
export interface Arrival {
  accountId: Id;
  email: InsertedEmail;
}

/**
 * Of an account at a mail server the change goes out as one of the person's would.
 * @returns those that went by, by their id, with where they lie now
 */
export async function passMuted(tx: Transactor, arrivals: readonly Arrival[]): Promise<ReadonlyMap<Id, InsertedEmail>> {
  const passed = new Map<Id, InsertedEmail>();
  for (const accountId of new Set(arrivals.map((arrival) => arrival.accountId))) {
    const emails = arrivals.flatMap((arrival) => (arrival.accountId === accountId ? arrival.email : []));
    const muted = await mutedThreads(
      tx,
      accountId,
      emails.map(({ threadId }) => threadId),
    );
    if (muted.size === 0) continue;
    const inbox = await findMailboxByRole(tx, accountId, "inbox");
    const archive = await findMailboxByRole(tx, accountId, "archive");
    if (!inbox || !archive) continue;
    const passing = emails.filter(
      ({ threadId, mailboxIds, keywords }) =>
        muted.has(threadId) && mailboxIds.includes(inbox.id) && !keywords.includes(DRAFT),
    );
    const moved = passing.map((email) => ({
      ...email,
      mailboxIds: [...email.mailboxIds.filter((each) => each !== inbox.id && each !== archive.id), archive.id],
      keywords: [...new Set([...email.keywords, MUTED])],
    }));
    const changes = moved.map(({ id, mailboxIds, keywords }) => ({ id, mailboxIds, keywords }));
    const failure = (await updateEmails(tx, accountId, changes)).find((each) => each !== undefined);
    if (failure) throw failure;
    for (const email of moved) passed.set(email.id, email);
  }
  return passed;
}
