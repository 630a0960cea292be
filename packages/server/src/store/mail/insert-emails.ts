/** Inserts Emails in batches: what they share (threads, counts, the change log) is read and written once a slice. */
import { type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { logCreated, logTouched } from "../db/changes.ts";
import { moveCounts } from "./counts.ts";
import {
  assertMailboxes,
  knownMailboxes,
  normalizeKeywords,
  countedEmailOf,
  writeMemberships,
} from "./email-mailboxes.ts";
import { accountKey, idOf } from "../db/ids.ts";
import { noteOutbound } from "../mirror/outbound-jobs.ts";
import { insertFiles } from "../files/file-rows.ts";
import { letterTermsOf } from "../files/letter-terms.ts";
import { insertNewsletterEmails } from "../newsletters/newsletter-emails.ts";
import type { PreparedEmail } from "./prepare-email.ts";
import { inSlices, type Transactor } from "../db/reader.ts";
import { noteUse } from "../people/limits.ts";
import { joinThreads } from "../threads/threads.ts";

/** An Email of a batch, its message prepared by prepareEmail(). */
export interface PreparedNewEmail {
  accountId: Id;
  /** For a partial Email the name reserved for its message (newRemoteBlobId). */
  blobId: Id;
  size: number;
  prepared: PreparedEmail;
  mailboxIds: readonly Id[];
  keywords: readonly Keyword[];
  receivedAt: Date;
  /** Only the beginning of its message was fetched. */
  isPartial?: boolean;
  /** A client made it: it is none that the account received. */
  isFromClient?: boolean;
  /** It comes unchanged from its server: nothing is to be pushed there. */
  isFromServer?: boolean;
}

/** The properties of an inserted Email, without those of its message. */
export interface InsertedEmail {
  id: Id;
  blobId: Id;
  threadId: Id;
  mailboxIds: Id[];
  keywords: Keyword[];
  size: number;
  /** In whole seconds. */
  receivedAt: Date;
}

/** Emails inserted between two turns of the event loop. */
const SLICE = 100;

/**
 * Results in the order of `emails`. An Email whose mailbox does not exist gets its SetFailure (invalidProperties), which
 * does not affect the others.
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
    if (inserted.length > 0) noteUse(tx, accountId);
  }
  return results;
}

interface Fitting {
  index: number;
  email: PreparedNewEmail;
  mailboxKeys: number[];
}

/** In milliseconds, without a fraction of a second. */
const receivedAtOf = ({ receivedAt }: PreparedNewEmail): number => Math.floor(receivedAt.getTime() / 1000) * 1000;

async function insertSlice(tx: Transactor, accountId: Id, slice: readonly Fitting[]): Promise<InsertedEmail[]> {
  const account = accountKey(accountId);
  const threadKeys = await joinThreads(
    tx,
    accountId,
    slice.map(({ email }) => email.prepared.links),
  );
  const emails = slice.map(({ email, mailboxKeys }, index) => ({
    email,
    mailboxKeys,
    threadKey: threadKeys[index]!,
    keywords: normalizeKeywords(email.keywords),
    receivedAt: receivedAtOf(email),
    sortAt: receivedAtOf(email),
    hasAttachment: email.prepared.columns.has_attachment,
  }));
  const keys = await tx.newKeys("email", emails.length);
  const keyed = emails.map((email, index) => ({ ...email, key: keys[index]! }));
  await tx.runAll(
    `insert into email (id, account_id, thread_id, blob_id, size, received_at, sent_at, has_attachment, from_key, to_key, subject_key, is_partial, is_from_client)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    keyed.map(({ key, email: { blobId, size, prepared, ...email }, threadKey, receivedAt }) => {
      const { sent_at, has_attachment, from_key, to_key, subject_key } = prepared.columns;
      const derived = [sent_at, has_attachment, from_key, to_key, subject_key];
      const origin = [Number(email.isPartial ?? false), Number(email.isFromClient ?? false)];
      return [key, account, threadKey, blobId, size, receivedAt, ...derived, ...origin];
    }),
  );
  await tx.runAll(
    "insert into email_content (account_id, email_id, headers, structure, preview) values (?, ?, ?, ?, ?)",
    keyed.map(({ key, email: { prepared } }) => [account, key, prepared.headers, prepared.structure, prepared.preview]),
  );
  tx.search.add(
    tx,
    accountId,
    keyed.map(({ key, email }) => [key, email.prepared.terms] as const),
  );
  await writeMemberships(tx, accountId, keyed);
  await insertFiles(
    tx,
    accountId,
    keyed.map(({ key, receivedAt, email: { prepared } }) => ({
      key,
      receivedAt,
      files: prepared.files,
      fromKey: prepared.columns.from_key,
      letterTerms: letterTermsOf(prepared.terms),
    })),
  );
  await insertNewsletterEmails(
    tx,
    accountId,
    keyed.flatMap(({ key, receivedAt, email: { prepared } }) =>
      prepared.list ? [{ key, receivedAt, list: prepared.list }] : [],
    ),
  );
  await moveCounts(
    tx,
    accountId,
    keyed.map((each) => ({ threadKey: each.threadKey, before: null, after: countedEmailOf(each) })),
  );
  await logCreated(tx, accountId, "Email", ...keyed.map(({ key }) => key));
  const ids = keyed.map(({ key }) => idOf("e", key));
  await noteOutbound(tx, accountId, "Email", ...ids.filter((_, index) => !keyed[index]!.email.isFromServer));
  return keyed.map(({ email, threadKey, receivedAt, mailboxKeys, keywords }, index) => ({
    id: ids[index]!,
    blobId: email.blobId,
    threadId: idOf("t", threadKey),
    size: email.size,
    receivedAt: new Date(receivedAt),
    mailboxIds: mailboxKeys.map((mailbox) => idOf("m", mailbox)),
    keywords,
  }));
}
