/** The vacation response: RFC 8621 §8, with the manners of RFC 3834. */
import { SEEN } from "@pismo/jmap";
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { headersOf } from "../../mime/headers.ts";
import { parseMessage } from "../../mime/parse.ts";
import type { ParsedMessage } from "../../mime/parse.ts";
import { getAccount, listAccounts } from "../../store/accounts.ts";
import { insertSubmission } from "../../store/email-submissions.ts";
import { getIdentities } from "../../store/identities.ts";
import { findMailboxByRole } from "../../store/mailboxes.ts";
import type { Reader, Store } from "../../store/store.ts";
import { claimVacationAnswer, getVacationResponse } from "../../store/vacation-responses.ts";
import { writeVacationAnswer } from "./vacation-answer.ts";

export interface ReceivedLetter {
  accountId: Id;
  /** Envelope sender: whom an answer goes to (RFC 3834 §4). */
  mailFrom: string;
  bytes: Uint8Array;
  now: Date;
}

/** Queues an answer where one is due. Never fails: the letter that it would answer has been taken in already. */
export async function answerWhileAway(
  letter: ReceivedLetter,
  { config, store, ingest, log }: { config: { domain: string }; store: Store; ingest: Ingest; log: Logger },
): Promise<void> {
  try {
    await answer(letter, { domain: config.domain, store, ingest });
  } catch (error) {
    if (!(error instanceof NotDue)) log.error("A vacation response could not be written", { error });
  }
}

class NotDue extends Error {}

async function answer(
  { accountId, mailFrom, bytes, now }: ReceivedLetter,
  { domain, store, ingest }: { domain: string; store: Store; ingest: Ingest },
): Promise<void> {
  if (mailFrom === "" || isMachine(mailFrom)) return;
  const response = await store.read((reader) => getVacationResponse(reader, accountId));
  if (!response.isEnabled) return;

  const parsed = parseMessage(bytes);
  if (isAutomatic(bytes, parsed)) return;
  const { account, identity, sent, isOwn } = await store.read((reader) => whoAnswers(reader, accountId, mailFrom));
  if (!account || !identity || !sent || isOwn || !isAddressedTo(parsed, account.email)) return;

  const reply = writeVacationAnswer({ response, identity, to: mailFrom, parsed, domain, now });
  // The letter, its submission and the mark that this sender was answered: all or nothing.
  const delivery = { accountId, bytes: reply, mailboxIds: [sent.id], keywords: [SEEN], receivedAt: now };
  await ingest.deliverBatch([delivery], async (tx, [email]) => {
    if (email === undefined || email instanceof Error) throw email ?? new NotDue();
    if (!(await claimVacationAnswer(tx, accountId, mailFrom, now))) throw new NotDue();
    // RFC 3834 §3.3: without an envelope sender nothing can come back to be answered again.
    const envelope = { mailFrom: { email: "", parameters: null }, rcptTo: [{ email: mailFrom, parameters: null }] };
    await insertSubmission(tx, accountId, { identityId: identity.id, emailId: email.id, envelope, sendAt: now });
  });
}

async function whoAnswers(reader: Reader, accountId: Id, mailFrom: string) {
  const account = await getAccount(reader, accountId);
  const identities = await getIdentities(reader, accountId);
  const accounts = await listAccounts(reader);
  const own = accounts.find(({ id }) => id === accountId)?.email;
  return {
    account,
    identity: identities.find(({ email }) => email.toLowerCase() === account?.email) ?? identities[0],
    sent: await findMailboxByRole(reader, accountId, "sent"),
    isOwn: withoutTag(mailFrom) === own,
  };
}

/** "You+Tag@Host" → "you@host". */
const withoutTag = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@)/, "");

/** RFC 3834 §2: addresses behind which nobody reads. */
const isMachine = (address: string) =>
  /^(?:mailer-daemon|postmaster|no-?reply.*|do-?not-?reply.*|bounces?|listserv|majordomo|owner-.*)(?:[+@]|$)|-(?:request|owner|bounces?)(?:[+@]|$)/i.test(
    address,
  );

/** Lists, bulk mail and answers of other machines (RFC 3834 §2, RFC 5230 §4.6). */
function isAutomatic(bytes: Uint8Array, { structure }: ParsedMessage): boolean {
  const fields = headersOf(bytes, structure.headerStart, structure.bodyStart);
  return fields.some(({ name, value }) => {
    const text = value.trim().toLowerCase();
    switch (name.toLowerCase()) {
      case "auto-submitted":
        return !text.startsWith("no");
      case "precedence":
        return /^(?:bulk|list|junk)/.test(text);
      case "x-auto-response-suppress":
        return /oof|all/.test(text);
      default:
        return /^list-/i.test(name);
    }
  });
}

/** RFC 3834 §2: a letter that only came through an alias or a blind copy is not answered. */
function isAddressedTo({ headers }: ParsedMessage, email: string): boolean {
  return [...(headers.to ?? []), ...(headers.cc ?? [])].some((address) => withoutTag(address.email) === email);
}
