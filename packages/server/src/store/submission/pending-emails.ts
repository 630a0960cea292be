/**
 * Emails that wait to be sent: they lie in Drafts with the keyword $submitpending in place of $draft, so that what cancels
 * the submission finds the draft where it was, and no client writes on it.
 */
import { DRAFT, type Id, SEEN, SUBMIT_PENDING, type SubmissionAddress } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { getMembership, getMemberships } from "../mail/email-memberships.ts";
import { getEmails, updateEmail, updateEmails } from "../mail/emails.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import { draftKeywords, isPending, settledKeywords } from "./pending-keywords.ts";

/** It is being sent: in the transaction that claims it, so that no crash leaves a sent Email in Drafts. */
export async function fileInSent(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const known = await getMembership(tx, accountId, emailId);
  if (!known || !isPending(known.keywords)) return;
  const drafts = await findMailboxByRole(tx, accountId, "drafts");
  const sent = await findMailboxByRole(tx, accountId, "sent");
  const isMoved = sent !== undefined && drafts !== undefined && known.mailboxIds.includes(drafts.id);
  await updateEmail(tx, accountId, emailId, {
    keywords: [...settledKeywords(known.keywords), SEEN],
    ...(isMoved && { mailboxIds: [...known.mailboxIds.filter((id) => id !== drafts.id), sent.id] }),
    known,
  });
}

/** Their submissions were canceled: they are the drafts that they were. */
export async function makeDraftsAgain(tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> {
  const memberships = await getMemberships(tx, accountId, emailIds);
  const pending = [...memberships].filter(([, { keywords }]) => isPending(keywords));
  const changes = pending.map(([id, known]) => ({
    id,
    keywords: draftKeywords(known.keywords),
    known,
  }));
  for (const failure of await updateEmails(tx, accountId, changes)) if (failure) throw failure;
}

/** Whether the person chose the time: RFC 4865. */
export const isScheduled = ({ parameters }: SubmissionAddress): boolean =>
  Object.keys(parameters ?? {}).some((name) => name.toUpperCase() === "HOLDUNTIL");

/** None takes it: it is a draft again, so that a person who sent it days ago has it before them. */
export async function returnToDrafts(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const known = await getMembership(tx, accountId, emailId);
  const drafts = await findMailboxByRole(tx, accountId, "drafts");
  const sent = await findMailboxByRole(tx, accountId, "sent");
  if (!known || !drafts || !sent || !known.mailboxIds.includes(sent.id)) return;
  await updateEmail(tx, accountId, emailId, {
    mailboxIds: [...known.mailboxIds.filter((id) => id !== sent.id), drafts.id],
    keywords: draftKeywords(known.keywords),
    known,
  });
}

/** Drafts that are tried again wait to be sent. */
export async function waitAgain(tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> {
  const memberships = await getMemberships(tx, accountId, emailIds);
  const drafts = [...memberships].filter(([, { keywords }]) => keywords.includes(DRAFT));
  const changes = drafts.map(([id, known]) => ({
    id,
    keywords: [...settledKeywords(known.keywords), SUBMIT_PENDING],
    known,
  }));
  for (const failure of await updateEmails(tx, accountId, changes)) if (failure) throw failure;
}

const MAX_NAMED = 100;

/** The subjects of those of an account, for a person to know which will not be sent. */
export async function pendingSubjects(reader: Reader, accountId: Id): Promise<string[]> {
  const rows = await reader.all<{ email_id: number }>(
    "select email_id from email_keyword where account_id = ? and keyword = ? order by email_id limit ?",
    accountKey(accountId),
    SUBMIT_PENDING,
    MAX_NAMED,
  );
  const ids = rows.map(({ email_id }) => idOf("e", email_id));
  return (await getEmails(reader, accountId, ids)).map(({ headers }) => headers.subject ?? "");
}
