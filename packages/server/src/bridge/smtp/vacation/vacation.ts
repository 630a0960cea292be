/** Decides on vacation responses (RFC 8621 §8) by the rules of RFC 3834. */
import { SEEN } from "@pismo/jmap";
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import { answersAtServer } from "../../../ingest/rules/answers-there.ts";
import type { Logger } from "../../../log.ts";
import { isAutomatic } from "../../../mime/headers/automatic-message.ts";
import { headersOf } from "../../../mime/headers/headers.ts";
import { parseMessage } from "../../../mime/parse/parse.ts";
import type { ParsedMessage } from "../../../mime/parse/parse.ts";
import { hasCardWith } from "../../../store/contacts/address-in-cards.ts";
import { getAccount } from "../../../store/auth/accounts.ts";
import { insertSubmission } from "../../../store/submission/insert-submissions.ts";
import { getIdentities } from "../../../store/submission/identities.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import type { Reader, Store, Transactor } from "../../../store/db/store.ts";
import { claimVacationAnswer, getVacationResponse } from "../../../store/submission/vacation-responses.ts";
import { type VacationMessage, writeVacationMessage } from "./vacation-message.ts";

export interface ReceivedMessage {
  accountId: Id;
  /** Envelope sender, who gets the response (RFC 3834 §4). */
  mailFrom: string;
  /** The message, or its header alone. */
  bytes: Uint8Array;
  now: Date;
  /** It is on a mail server, which also sends the response. */
  isMirrored?: boolean;
}

export interface VacationOptions {
  config: { domain: string };
  store: Store;
  ingest: Ingest;
  log: Logger;
  /** Whether the account may send from that address; any by default. */
  maySend?: (reader: Reader, accountId: Id, address: string) => Promise<boolean>;
}

/** Queues a response where one is due. Never throws: the message is already stored. */
export async function queueVacationResponse(received: ReceivedMessage, options: VacationOptions): Promise<void> {
  try {
    await answer(received, options);
  } catch (error) {
    if (!(error instanceof NotDue)) options.log.error("A vacation response could not be written", { error });
  }
}

/** Nothing is to be sent. */
export class NotDue extends Error {}

/** What is due cannot be sent: the message says why. */
export class NotPossible extends NotDue {}

async function answer(received: ReceivedMessage, options: VacationOptions): Promise<void> {
  const { accountId, mailFrom, now } = received;
  const response = await options.store.read((reader) => getVacationResponse(reader, accountId));
  if (!response.isEnabled) return;
  // One answer is enough.
  if (await options.store.read((reader) => answersAtServer(reader, accountId))) return;
  await sendAnswer(
    received,
    {
      write: (about) => writeVacationMessage({ ...about, response }),
      mayAnswer: async (reader) => !response.contactsOnly || hasCardWith(reader, accountId, mailFrom),
      claim: (tx) => claimVacationAnswer(tx, accountId, mailFrom, now),
    },
    options,
  );
}

/** What is answered, and how. */
export interface Answer {
  /** @param about with the domain of this server */
  write(about: Omit<VacationMessage, "response"> & { domain: string }): Uint8Array;
  mayAnswer?(reader: Reader): Promise<boolean>;
  /** Whether it goes out; in the transaction that queues it. */
  claim(tx: Transactor): Promise<boolean>;
  /** The address that it is from, where that is the person's. */
  from?: string | null;
  /** Of the person, beside those that are known. */
  addresses?: readonly string[];
  /** Also where the letter does not name the person (RFC 5429 asks for no more). */
  isToAll?: boolean;
}

/**
 * Queues it, unless it would be for a robot or a list. Message, submission and what `claim` notes are stored in one
 * transaction. @throws NotDue, NotPossible
 */
export async function sendAnswer(
  { accountId, mailFrom, bytes, now, isMirrored = false }: ReceivedMessage,
  { write, mayAnswer, claim, from, addresses: further = [], isToAll = false }: Answer,
  { config: { domain }, store, ingest, maySend }: VacationOptions,
): Promise<void> {
  if (mailFrom === "" || isMachine(mailFrom)) throw new NotDue();
  const parsed = parseMessage(bytes);
  if (isAutomatic(headersOf(bytes, parsed.structure.headerStart, parsed.structure.bodyStart))) throw new NotDue();
  const { account, identity, addresses, sent, isOwn } = await store.read((reader) =>
    whoAnswers(reader, accountId, mailFrom, from),
  );
  if (isOwn) throw new NotPossible("this person has sent the letter");
  if (!account || !identity) throw new NotPossible("the account has no identity with its address");
  if (!sent) throw new NotPossible("there is no folder for sent letters");
  const known = new Set([...addresses, ...further.map((address) => address.toLowerCase())]);
  if (!(isToAll || isAddressedTo(parsed, known))) throw new NotDue();
  if (mayAnswer && !(await store.read(mayAnswer))) throw new NotDue();
  if (maySend && !(await store.read((reader) => maySend(reader, accountId, identity.email))))
    throw new NotPossible("no server sends letters of this account");

  const reply = write({ identity, to: mailFrom, parsed, domain, now });
  const delivery = { accountId, bytes: reply, mailboxIds: [sent.id], keywords: [SEEN], receivedAt: now };
  await ingest.deliverBatch([delivery], async (tx, [email]) => {
    if (email === undefined || email instanceof Error) throw email ?? new NotDue();
    if (!(await claim(tx))) throw new NotDue();
    // RFC 3834 §3.3: without an envelope sender no report can return. Mail servers accept people's own addresses alone;
    // then no report is requested (RFC 3461 §4.1).
    const envelope = isMirrored
      ? {
          mailFrom: { email: identity.email, parameters: null },
          rcptTo: [{ email: mailFrom, parameters: { NOTIFY: "NEVER" } }],
        }
      : { mailFrom: { email: "", parameters: null }, rcptTo: [{ email: mailFrom, parameters: null }] };
    await insertSubmission(tx, accountId, { identityId: identity.id, emailId: email.id, envelope, sendAt: now });
  });
}

async function whoAnswers(reader: Reader, accountId: Id, mailFrom: string, from: string | null = null) {
  const account = await getAccount(reader, accountId);
  const identities = await getIdentities(reader, accountId);
  return {
    account,
    identity:
      identities.find(({ email }) => email.toLowerCase() === from?.toLowerCase()) ??
      identities.find(({ email }) => email.toLowerCase() === account?.email),
    /** RFC 3834 §2: addresses that are known to be the person's. */
    addresses: new Set([account?.email, ...identities.map(({ email }) => email.toLowerCase())]),
    sent: await findMailboxByRole(reader, accountId, "sent"),
    isOwn: withoutTag(mailFrom) === account?.email,
  };
}

/** "You+Tag@Host" → "you@host". */
const withoutTag = (address: string) => address.toLowerCase().replace(/\+[^@]*(?=@)/, "");

/** RFC 3834 §2: addresses that no person reads. */
const isMachine = (address: string) =>
  /^(?:mailer-daemon|postmaster|no-?reply.*|do-?not-?reply.*|bounces?|listserv|majordomo|owner-.*)(?:[+@]|$)|-(?:request|owner|bounces?)(?:[+@]|$)/i.test(
    address,
  );

/** RFC 3834 §2: a message that arrived through an alias or as a blind copy is not answered. */
function isAddressedTo({ headers }: ParsedMessage, addresses: ReadonlySet<string | undefined>): boolean {
  return [...(headers.to ?? []), ...(headers.cc ?? [])].some(({ email }) => addresses.has(withoutTag(email)));
}
