/** New letters, many at once: what they share (threads, counts, the change log) is looked up and written once a slice. */
import { type Id, SetFailure } from "@pismo/jmap";
import { logCreated, logTouched } from "./changes.ts";
import { moveCounts } from "./counts.ts";
import { assertMailboxes, knownMailboxes, normalizeKeywords, placementOf, writePlaces } from "./email-places.ts";
import type { InsertedEmail, PreparedNewEmail } from "./emails.ts";
import { accountKey, idOf } from "./ids.ts";
import { noteOutbound } from "./outbound-jobs.ts";
import { inSlices, type Transactor } from "./reader.ts";
import { indexEmails } from "./search/sqlite-fts.ts";
import { joinThreads } from "./threads.ts";

/** Letters inserted between two turns of the event loop. */
const SLICE = 100;

/**
 * Letters in their order; one whose mailbox is not there gives its SetFailure (invalidProperties) and leaves the others
 * alone.
 */
export async function insertEmails(
  tx: Transactor,
  emails: readonly PreparedNewEmail[],
): Promise<(InsertedEmail | SetFailure)[]> {
  const results: (InsertedEmail | SetFailure)[] = [];
  for (const accountId of new Set(emails.map((email) => email.accountId))) {
    const own = [...emails.entries()].filter(([, email]) => email.accountId === accountId);
    const known = await knownMailboxes(
      tx,
      accountId,
      own.flatMap(([, { mailboxIds }]) => mailboxIds),
    );
    const fitting: Fitting[] = [];
    for (const [index, email] of own) {
      try {
        fitting.push({ index, email, mailboxKeys: assertMailboxes(email.mailboxIds, known) });
      } catch (error) {
        if (!(error instanceof SetFailure)) throw error;
        results[index] = error;
      }
    }
    const inserted = await inSlices(fitting, SLICE, (slice) => insertSlice(tx, accountId, slice));
    for (const [at, email] of inserted.entries()) results[fitting[at]!.index] = email;
    if (inserted.length > 0) await logTouched(tx, accountId, "EmailDelivery");
  }
  return results;
}

interface Fitting {
  index: number;
  email: PreparedNewEmail;
  mailboxKeys: number[];
}

async function insertSlice(tx: Transactor, accountId: Id, slice: readonly Fitting[]): Promise<InsertedEmail[]> {
  const account = accountKey(accountId);
  const threadKeys = await joinThreads(
    tx,
    accountId,
    slice.map(({ email }) => email.prepared.links),
  );
  const letters = slice.map(({ email, mailboxKeys }, index) => ({
    email,
    mailboxKeys,
    threadKey: threadKeys[index]!,
    keywords: normalizeKeywords(email.keywords),
    receivedAt: Math.floor(email.receivedAt.getTime() / 1000) * 1000,
    hasAttachment: email.prepared.columns.has_attachment,
  }));
  const lastKey = await tx.runAll(
    `insert into email (account_id, thread_id, blob_id, size, received_at, sent_at, has_attachment, from_key, to_key, subject_key, is_partial)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    letters.map(({ email: { blobId, size, prepared, isPartial = false }, threadKey, receivedAt }) => {
      const { sent_at, has_attachment, from_key, to_key, subject_key } = prepared.columns;
      const derived = [sent_at, has_attachment, from_key, to_key, subject_key];
      return [account, threadKey, blobId, size, receivedAt, ...derived, Number(isPartial)];
    }),
  );
  // Nobody else inserts meanwhile, so that the keys follow one another.
  const placed = letters.map((letter, index) => ({ ...letter, key: lastKey - letters.length + 1 + index }));
  await tx.runAll(
    "insert into email_content (email_id, headers, structure, preview) values (?, ?, ?, ?)",
    placed.map(({ key, email: { prepared } }) => [key, prepared.headers, prepared.structure, prepared.preview]),
  );
  indexEmails(
    tx,
    placed.map(({ key, email }) => [key, email.prepared.terms] as const),
  );
  await writePlaces(tx, accountId, placed);
  await moveCounts(
    tx,
    accountId,
    placed.map((letter) => ({ threadKey: letter.threadKey, before: null, after: placementOf(letter) })),
  );
  await logCreated(tx, accountId, "Email", ...placed.map(({ key }) => key));
  const ids = placed.map(({ key }) => idOf("e", key));
  await noteOutbound(tx, accountId, "Email", ...ids.filter((_, index) => !placed[index]!.email.isFromServer));
  return placed.map(({ email, threadKey, receivedAt, mailboxKeys, keywords }, index) => ({
    id: ids[index]!,
    blobId: email.blobId,
    threadId: idOf("t", threadKey),
    size: email.size,
    receivedAt: new Date(receivedAt),
    mailboxIds: mailboxKeys.map((mailbox) => idOf("m", mailbox)),
    keywords,
  }));
}
