/**
 * Sends a letter of one's own once more (docs/decisions: redirects): octet for octet below a header that has another date,
 * Message-ID and recipients. Its octets stay on the server where that can put them together (RFC 9404).
 */
import { BLOB, DRAFT, type EmailAddress, type Id, SEEN, SetFailure } from "@pismo/jmap";
import type { ResendRequest } from "../drafts/compose-request.ts";
import type { DraftContent } from "../drafts/draft-email.ts";
import { mailboxWithRole } from "../drafts/drafts.ts";
import { holdToUndo, submissionOf, submitDraft } from "../drafts/submit-draft.ts";
import { rememberContacts } from "../people/correspondents.ts";
import { fetchBlob, uploadBlob } from "../records/blobs.ts";
import { type AccountRecords, recordsOf } from "../records/records.ts";
import { getSession, request } from "../session/session.ts";
import { isUnreachable } from "../sync/connection.ts";
import { requestSync } from "../sync/sync-request.ts";
import { headerAgain, splitHeader } from "./again-header.ts";
import { noticeAgain } from "./undo-again.ts";

const TYPE = "message/rfc822";
/** Most headers are shorter. */
const MANY_OCTETS = 32_768;
/** Longer than any honest header. */
const MAX_HEADER_OCTETS = 1_000_000;

export interface Resending {
  accountId: Id;
  /** As its own account names it. */
  emailId: Id;
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  /** The same again where it is not known whether it went: it goes once then. */
  messageId: string;
  /** To whom, as the person reads it. */
  named: string;
}

interface Sent {
  draftId: Id;
  submissionId: Id;
}

const isTooLong = (): SetFailure => new SetFailure({ type: "invalidEmail", description: "The header is too long" });

const octets = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (each) => each.charCodeAt(0));

/** The first octets of a blob, one a character. */
async function startOf(accountId: Id, blobId: Id, length: number): Promise<{ start: string; size: number }> {
  const properties = ["data:asBase64", "size"];
  const get = await request((calls) => calls.call("Blob/get", { accountId, ids: [blobId], properties, length }));
  const [blob] = get.result().list;
  const { "data:asBase64": data, size } = blob ?? {};
  if (data === undefined || size === undefined) throw new SetFailure({ type: "notFound" });
  return { start: atob(data), size };
}

/** On the server: its body does not travel. @returns the blob of the new message */
async function joined(accountId: Id, blobId: Id, headerOf: (header: string) => string): Promise<Id> {
  for (const length of [MANY_OCTETS, MAX_HEADER_OCTETS]) {
    const { start, size } = await startOf(accountId, blobId, length);
    const split = splitHeader(start);
    if (!split) continue;
    const { header, bodyStart } = split;
    const data = [
      { "data:asBase64": btoa(headerOf(header)) },
      ...(bodyStart < size ? [{ blobId, offset: bodyStart, length: size - bodyStart }] : []),
    ];
    const upload = await request((calls) =>
      calls.call("Blob/upload", { accountId, create: { again: { data, type: TYPE } } }),
    );
    const { created, notCreated } = upload.result();
    if (!created?.["again"]) throw new SetFailure(notCreated?.["again"] ?? { type: "notFound" });
    return created["again"].id;
  }
  throw isTooLong();
}

/** By way of this browser. @returns the blob of the new message */
async function carried(accountId: Id, blobId: Id, headerOf: (header: string) => string): Promise<Id> {
  const message = await fetchBlob(blobId, "source.eml", TYPE, undefined, { accountId });
  const start = new Uint8Array(await message.slice(0, MAX_HEADER_OCTETS).arrayBuffer());
  const split = splitHeader(Array.from(start, (octet) => String.fromCharCode(octet)).join(""));
  if (!split) throw isTooLong();
  const again = new Blob([octets(headerOf(split.header)), message.slice(split.bodyStart)]);
  return (await uploadBlob(again, TYPE, { accountId })).blobId;
}

async function importDraft(records: AccountRecords, given: Resending): Promise<Id> {
  const { accountId } = records;
  const ids = [given.emailId];
  const get = await request((calls) => calls.call("Email/get", { accountId, ids, properties: ["blobId"] }));
  const original = get.result().list[0]?.blobId;
  if (original === undefined) throw new SetFailure({ type: "notFound" });
  const isJoined = getSession()?.accounts[accountId]?.accountCapabilities[BLOB] !== undefined;
  const headerOf = (header: string): string => headerAgain(header, { ...given, at: new Date() });
  const blobId = await (isJoined ? joined : carried)(accountId, original, headerOf);
  const mailboxIds = { [await mailboxWithRole(records, "drafts")]: true as const };
  const keywords = { [DRAFT]: true as const, [SEEN]: true as const };
  const imported = await request((calls) =>
    calls.call("Email/import", { accountId, emails: { again: { blobId, mailboxIds, keywords } } }),
  );
  const { created, notCreated } = imported.result();
  const id = created?.["again"]?.id;
  if (!id) throw new SetFailure(notCreated?.["again"] ?? { type: "invalidEmail" });
  return id;
}

/** What an attempt made whose answer was lost. */
async function madeBefore({ accountId }: AccountRecords, messageId: string): Promise<Id | undefined> {
  const filter = { header: ["Message-ID", messageId] };
  const query = await request((calls) => calls.call("Email/query", { accountId, filter, limit: 1 }));
  return query.result().ids[0];
}

/** Nothing is left of what did not go. */
async function destroy({ accountId }: AccountRecords, id: Id): Promise<void> {
  await request((calls) => calls.call("Email/set", { accountId, destroy: [id] }));
  requestSync();
}

type Writer = NonNullable<DraftContent["from"]>;

async function submit(records: AccountRecords, from: Writer, given: Resending): Promise<Sent> {
  const before = await madeBefore(records, given.messageId);
  const submitted = before === undefined ? undefined : await submissionOf(records, before);
  const draftId = before ?? (await importDraft(records, given));
  if (submitted !== undefined) return { draftId, submissionId: submitted };
  try {
    const submissionId = await submitDraft(records, draftId, { ...given, from }, holdToUndo(given.accountId));
    return { draftId, submissionId };
  } catch (error) {
    if (isUnreachable(error)) {
      const submissionId = await submissionOf(records, draftId).catch(() => undefined);
      if (submissionId !== undefined) return { draftId, submissionId };
    } else await destroy(records, draftId).catch(() => undefined);
    throw error;
  }
}

/**
 * @param from as the letter has it
 * @throws SetFailure, and what the requests throw; what has not gone is in no folder, or `settleResending` ends it
 */
export async function resendEmail(from: Writer, given: Resending): Promise<void> {
  sayGone(await submit(recordsOf(given.accountId), from, given), given, "compose.resend.done");
}

/**
 * Ends an attempt whose answer was lost: that it went is said, and what did not go is destroyed.
 * @returns whether it went. @throws what the requests throw
 */
export async function settleResending(given: Resending): Promise<boolean> {
  const { accountId, messageId } = given;
  const records = recordsOf(accountId);
  const draftId = await madeBefore(records, messageId);
  if (draftId === undefined) return false;
  const submissionId = await submissionOf(records, draftId);
  if (submissionId === undefined) await destroy(records, draftId);
  else sayGone({ draftId, submissionId }, given, "compose.resend.doneBefore");
  return submissionId !== undefined;
}

function sayGone(sent: Sent, given: Resending, key: string): void {
  const { accountId, emailId, to, cc, bcc, named } = given;
  rememberContacts([...to, ...cc, ...bcc]);
  const hold = holdToUndo(accountId);
  const forSeconds = hold && "forSeconds" in hold ? hold.forSeconds : 0;
  const asking: ResendRequest = { kind: "resend", accountId, emailId, people: { to, cc, bcc } };
  noticeAgain({ ...sent, accountId, key, named, request: asking }, forSeconds);
}
