/** Answers to invitations as Emails: iMIP (RFC 6047), a calendar beside the words that people read. */
import {
  ANSWERED,
  DRAFT,
  type Email,
  type EmailAddress,
  type EmailBodyPart,
  type Id,
  type Identity,
  SEEN,
  SetFailure,
} from "@pismo/jmap";
import { newMessageId } from "../drafts/draft-email.ts";
import { mailboxWithRole } from "../drafts/drafts.ts";
import { mayChange } from "../mailboxes/rights.ts";
import { type AccountRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
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
}

/** RFC 6047 §2.4: the method is a parameter of the type. */
const calendarType = " text/calendar; charset=utf-8; method=REPLY";

const bodyValue = (value: string) => ({ value, isEncodingProblem: false, isTruncated: false });

function emailOf(answer: InvitationAnswer, draftsId: Id): Partial<Email> {
  const { identity, to, subject, text, calendar, inReplyTo, references } = answer;
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
    messageId: [newMessageId(identity.email)],
    from: [{ name: identity.name || null, email: identity.email }],
    to: [to],
    subject,
    inReplyTo,
    references,
    bodyStructure: structure as unknown as EmailBodyPart,
    bodyValues: { text: bodyValue(text), calendar: bodyValue(calendar) },
  };
}

/**
 * Sends it, and marks the invitation as answered.
 * @param emailId of the invitation
 * @throws SetFailure, and what the request throws; nothing is left in Drafts then
 */
export async function sendAnswer(answer: InvitationAnswer, emailId: Id, records: AccountRecords): Promise<void> {
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
  if (failed) {
    await request((calls) => calls.call("Email/set", { accountId, destroy: [id] }));
    throw new SetFailure(failed);
  }
  const row = records.maps.Email.get(emailId);
  if (row && !row.keywords[ANSWERED] && mayChange(row, "maySetKeywords"))
    commit({ type: "Email", update: { [emailId]: { [`keywords/${ANSWERED}`]: true } } }, { records });
  requestSync();
}

/** The calendar of the last answer that was sent to an invitation; undefined where there is none. */
export async function lastAnswer(messageId: string, records: AccountRecords): Promise<string | undefined> {
  const { accountId } = records;
  const sentId = await mailboxWithRole(records, "sent");
  const get = await request((calls) => {
    const query = calls.call("Email/query", {
      accountId,
      filter: { operator: "AND", conditions: [{ inMailbox: sentId }, { header: ["In-Reply-To", messageId] }] },
      sort: [{ property: "receivedAt", isAscending: false }],
      limit: 5,
    });
    return calls.call("Email/get", {
      accountId,
      "#ids": query.ref("/ids"),
      properties: ["bodyStructure", "bodyValues", "receivedAt"],
      bodyProperties: ["partId", "type", "subParts"],
      fetchAllBodyValues: true,
      maxBodyValueBytes: 20_000,
    });
  });
  const newestFirst = get.result().list.toSorted((a, b) => b.receivedAt!.localeCompare(a.receivedAt!));
  for (const { bodyStructure, bodyValues } of newestFirst) {
    const part = calendarIn(bodyStructure);
    const value = part?.partId == null ? undefined : bodyValues?.[part.partId]?.value;
    if (value !== undefined) return value;
  }
  return undefined;
}

function calendarIn(part: Partial<EmailBodyPart> | undefined): Partial<EmailBodyPart> | undefined {
  if (part?.type === "text/calendar") return part;
  for (const each of part?.subParts ?? []) {
    const found = calendarIn(each);
    if (found) return found;
  }
  return undefined;
}
