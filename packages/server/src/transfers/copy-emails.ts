/** The steps of one Email on its way into another account. Each ends with what is durable. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { readChecked } from "../store/blobs/verify-blobs.ts";
import { type Store, StoreError, type Transactor } from "../store/db/store.ts";
import { bringLabelsHere } from "../store/labels/bring-labels.ts";
import { destroyEmails, getEmails } from "../store/mail/emails.ts";
import { insertEmails, type PreparedNewEmail } from "../store/mail/insert-emails.ts";
import { assertRight, restrictedMailboxes } from "../store/mailboxes/mailbox-rights.ts";
import { prepareEmail } from "../store/mail/prepare-email.ts";
import { isMirrored } from "../store/mirror/imap-accounts.ts";
import { roomOf } from "../store/people/limits.ts";
import { keywordsOfCopy } from "../store/submission/pending-keywords.ts";
import { alongInTransfer, keepArranged } from "../store/transfers/keep-arranged.ts";
import { advance, isStill, postpone, type TransferredEmail } from "../store/transfers/email-transfers.ts";
import type { MimePool } from "../worker/pool.ts";

export interface TransferParts {
  store: Store;
  mime: MimePool;
  log: Logger;
}

type Message = Pick<PreparedNewEmail, "blobId" | "size" | "prepared">;

const failureOf = (error: unknown): string => {
  if (error instanceof SetFailure) return error.error.type;
  throw error;
};

/** @throws SetFailure notFound; StoreError the message is on a server that cannot be reached */
async function readMessage({ store, mime }: TransferParts, { accountId, emailId }: TransferredEmail): Promise<Message> {
  const [original] = await store.read((reader) => getEmails(reader, accountId, [emailId]));
  if (!original) throw new SetFailure({ type: "notFound" });
  const { bytes, fault } = await readChecked(store.blobsOf(accountId), original.blobId, original.size);
  if (!bytes || fault) throw new SetFailure({ type: "notFound", description: "The message is damaged or missing" });
  const [stored, parsed] = await Promise.all([store.blobs.put(bytes), mime.parse(bytes)]);
  return { ...stored, prepared: prepareEmail(parsed) };
}

async function insertCopy(tx: Transactor, email: TransferredEmail, message: Message): Promise<Id> {
  const { accountId, toAccountId, emailId, toMailboxIds } = email;
  // Keywords as they are now: it may have been read since it was asked for.
  const [original] = await getEmails(tx, accountId, [emailId]);
  if (!original) throw new SetFailure({ type: "notFound" });
  assertRight(await restrictedMailboxes(tx, toAccountId), toMailboxIds, "mayAddItems");
  (await roomOf(tx, toAccountId))(message.size);
  const { keywords, receivedAt, isFromClient } = original;
  const given = {
    ...message,
    accountId: toAccountId,
    mailboxIds: toMailboxIds,
    keywords: await bringLabelsHere(tx, accountId, toAccountId, keywordsOfCopy(keywords)),
    receivedAt,
    isFromClient,
  };
  const [inserted] = await insertEmails(tx, [given]);
  if (inserted instanceof SetFailure) throw inserted;
  const going = { ...email, along: alongInTransfer(email) };
  await keepArranged(tx, going, { id: inserted!.id, threadId: inserted!.threadId, links: message.prepared.links });
  return inserted!.id;
}

/** Inserts the copy. What is moved into an account without a server leaves the other one in the same transaction. */
async function placeCopy(tx: Transactor, email: TransferredEmail, message: Message): Promise<void> {
  if (!(await isStill(tx, email, "waiting"))) return;
  const copyId = await insertCopy(tx, email, message);
  if (!email.keepsOriginals && (await isMirrored(tx, email.toAccountId))) {
    await advance(tx, email, { state: "copied", copyId });
  } else await finish(tx, email, copyId);
}

async function finish(tx: Transactor, email: TransferredEmail, copyId: Id): Promise<void> {
  await advance(tx, email, { state: "done", copyId });
  if (!email.keepsOriginals) await destroyEmails(tx, email.accountId, [email.emailId]);
}

/** Copies Emails that are due: one transaction for all whose messages are there. */
export async function copyEmails(parts: TransferParts, emails: readonly TransferredEmail[]): Promise<void> {
  const { store, log } = parts;
  const outcomes: { email: TransferredEmail; message?: Message; problem?: string; isLater?: true }[] = [];
  for (const email of emails) {
    try {
      outcomes.push({ email, message: await readMessage(parts, email) });
    } catch (error) {
      if (error instanceof StoreError) {
        log.info("A letter waits on its way into another account", { accountId: email.accountId, error });
        outcomes.push({ email, isLater: true });
      } else outcomes.push({ email, problem: failureOf(error) });
    }
  }
  await store.write(async (tx) => {
    for (const { email, message, problem, isLater } of outcomes) {
      if (isLater) await postpone(tx, email, new Date());
      else if (problem !== undefined) await advance(tx, email, { state: "failed", problem });
      else await attempt(tx, email, () => placeCopy(tx, email, message!));
    }
  });
}

async function attempt(tx: Transactor, email: TransferredEmail, work: () => Promise<void>): Promise<void> {
  try {
    await tx.savepoint(work);
  } catch (error) {
    await advance(tx, email, { state: "failed", problem: failureOf(error) });
  }
}

/** The other account's server has acknowledged these copies: their originals go. Where a copy is gone, the original stays. */
export async function removeOriginals({ store }: TransferParts, emails: readonly TransferredEmail[]): Promise<void> {
  await store.write(async (tx) => {
    for (const email of emails) {
      if (!(await isStill(tx, email, "copied"))) continue;
      const [copy] = await getEmails(tx, email.toAccountId, [email.copyId!]);
      if (copy) await finish(tx, email, copy.id);
      else await advance(tx, email, { state: "failed", problem: "notFound" });
    }
  });
}
