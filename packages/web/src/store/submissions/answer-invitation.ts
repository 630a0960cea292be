/** Answers to invitations as Emails: iMIP (RFC 6047), a calendar beside the words that people read. */
import {
  ANSWERED,
  DRAFT,
  type Email,
  type EmailAddress,
  type DeliveryStatus,
  type EmailBodyPart,
  type Id,
  type Identity,
  OUTBOX,
  type OutboxCapability,
  SEEN,
  SetFailure,
} from "@pismo/jmap";
import { mailboxWithRole } from "../drafts/drafts.ts";
import { submissionOf } from "../drafts/submit-draft.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { type AccountRecords } from "../records/records.ts";
import { getSession, request } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
import { isUnreachable } from "../sync/connection.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface InvitationAnswer {
  /** That was invited. */
  identity: Identity;
  to: EmailAddress;
  subject: string;
  text: string;
  /** METHOD:REPLY, as iCalendar has it. */
  calendar: string;
  /** Of the invitation. */
  inReplyTo: string[] | null;
  references: string[] | null;
  /** Made once for an answer that is tried again: it goes out once. */
  messageId: string;
}

/** RFC 6047 §2.4: the method is a parameter of the type. */
const calendarType = " text/calendar; charset=utf-8; method=REPLY";

const bodyValue = (value: string) => ({ value, isEncodingProblem: false, isTruncated: false });

function emailOf(answer: InvitationAnswer, draftsId: Id): Partial<Email> {
  const { identity, to, subject, text, calendar, inReplyTo, references, messageId } = answer;
  const structure = {
    type: "multipart/alternative",
    subParts: [
      { partId: "text", type: "text/plain" },
      { partId: "calendar", "header:Content-Type": calendarType },
    ],
  };
  return {
    mailboxIds: { [draftsId]: true },
    keywords: { [DRAFT]: true, [SEEN]: true },
    messageId: [messageId],
    from: [{ name: identity.name || null, email: identity.email }],
    to: [to],
    subject,
    inReplyTo,
    references,
    bodyStructure: structure as unknown as EmailBodyPart,
    bodyValues: { text: bodyValue(text), calendar: bodyValue(calendar) },
  };
}

/** Whether an Email with this Message-ID was submitted, though its answer was lost. */
async function wasSent(messageId: string, records: AccountRecords): Promise<boolean> {
  const { accountId } = records;
  const query = await request((calls) =>
    calls.call("Email/query", { accountId, filter: { header: ["Message-ID", messageId] }, limit: 1 }),
  );
  const [id] = query.result().ids;
  return id !== undefined && (await submissionOf(records, id)) !== undefined;
}

/**
 * Sends it, and marks the invitation as answered.
 * @param emailId of the invitation
 * @throws SetFailure, and what the request throws: where the server cannot be reached it may have gone, and is asked for
 * when the same answer is tried again
 */
export async function sendAnswer(answer: InvitationAnswer, emailId: Id, records: AccountRecords): Promise<void> {
  try {
    await submit(answer, records);
  } catch (error) {
    if (!isUnreachable(error) || !(await wasSent(answer.messageId, records))) throw error;
  }
  const row = records.maps.Email.get(emailId);
  if (row && !row.keywords[ANSWERED] && mayChange(row, "maySetKeywords"))
    commit({ type: "Email", update: { [emailId]: { [`keywords/${ANSWERED}`]: true } } }, { records });
  requestSync();
}

async function submit(answer: InvitationAnswer, records: AccountRecords): Promise<void> {
  const { accountId } = records;
  const draftsId = await mailboxWithRole(records, "drafts");
  const sentId = await mailboxWithRole(records, "sent");
  const { made, submitted } = await request((calls) => ({
    made: calls.call("Email/set", { accountId, create: { answer: emailOf(answer, draftsId) } }),
    submitted: calls.call("EmailSubmission/set", {
      accountId,
      create: { sending: { identityId: answer.identity.id, emailId: "#answer" } },
      onSuccessUpdateEmail: {
        "#sending": { [`keywords/${DRAFT}`]: null, [`mailboxIds/${draftsId}`]: null, [`mailboxIds/${sentId}`]: true },
      },
    }),
  }));
  const { created, notCreated } = made.result();
  const id = created?.["answer"]?.id;
  if (!id) throw new SetFailure(notCreated?.["answer"] ?? { type: "invalidProperties" });
  const failed = submitted.result().notCreated?.["sending"];
  if (!failed) return;
  await request((calls) => calls.call("Email/set", { accountId, destroy: [id] }));
  throw new SetFailure(failed);
}

/** Of a conversation's end: an answer that is further back is not known again. */
const MAX_LETTERS = 100;

export interface SentAnswer {
  emailId: Id;
  /** As iCalendar has it. */
  calendar: string;
}

/** The answers that were sent to an invitation, the newest first. @param threadId of the invitation */
export async function answersTo(messageId: string, threadId: Id, records: AccountRecords): Promise<SentAnswer[]> {
  const { accountId } = records;
  const sentId = await mailboxWithRole(records, "sent");
  const thread = await request((calls) => calls.call("Thread/get", { accountId, ids: [threadId] }));
  const ids = thread.result().list[0]?.emailIds?.slice(-MAX_LETTERS) ?? [];
  const letters = await request((calls) =>
    calls.call("Email/get", { accountId, ids, properties: ["inReplyTo", "mailboxIds"] }),
  );
  const sent = letters
    .result()
    .list.filter((email) => email.mailboxIds?.[sentId] && email.inReplyTo?.includes(messageId))
    .map(({ id }) => id!);
  if (sent.length === 0) return [];
  const answers = await request((calls) =>
    calls.call("Email/get", {
      accountId,
      ids: sent,
      properties: ["bodyStructure", "bodyValues", "receivedAt"],
      bodyProperties: ["partId", "type", "subParts"],
      fetchAllBodyValues: true,
      maxBodyValueBytes: 20_000,
    }),
  );
  return answers
    .result()
    .list.toSorted((a, b) => b.receivedAt!.localeCompare(a.receivedAt!))
    .flatMap(({ id, bodyStructure, bodyValues }) => {
      const partId = calendarIn(bodyStructure)?.partId;
      const calendar = partId == null ? undefined : bodyValues?.[partId]?.value;
      return calendar === undefined ? [] : [{ emailId: id!, calendar }];
    });
}

/** Whether an answer reached the organizer. @returns undefined where the server knows nothing of it. @throws what the request throws */
export async function deliveredOf(
  emailId: Id,
  { accountId }: AccountRecords,
): Promise<DeliveryStatus["delivered"] | undefined> {
  // Others have sent it on by now, or cannot be asked (RFC 8621 §7: "unknown" is what was relayed).
  const outbox = getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX];
  if (!(outbox as Partial<OutboxCapability> | undefined)?.redirects) return "yes";
  const get = await request((calls) => {
    const query = calls.call("EmailSubmission/query", { accountId, filter: { emailIds: [emailId] }, limit: 1 });
    return calls.call("EmailSubmission/get", { accountId, "#ids": query.ref("/ids"), properties: ["deliveryStatus"] });
  });
  // It has one recipient: the organizer.
  const [status] = Object.values(get.result().list[0]?.deliveryStatus ?? {});
  return status?.delivered;
}

function calendarIn(part: Partial<EmailBodyPart> | undefined): Partial<EmailBodyPart> | undefined {
  if (part?.type === "text/calendar") return part;
  for (const each of part?.subParts ?? []) {
    const found = calendarIn(each);
    if (found) return found;
  }
  return undefined;
}
