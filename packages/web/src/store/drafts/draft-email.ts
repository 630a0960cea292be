/** An Email being written, as Email/set creates it (RFC 8621 §4.6). Pure. */
import { addressKey, DRAFT, type Email, type EmailAddress, type EmailBodyPart, type Id, SEEN } from "@pismo/jmap";
import { type ThreadFields, threadFields } from "./thread-fields.ts";

export interface DraftContent extends ThreadFields {
  /** As the identity that writes has it; the account's own when not given. */
  from?: EmailAddress;
  replyTo?: EmailAddress[] | null;
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  /** Its sender asks for a receipt (RFC 8098). */
  asksForReceipt?: boolean;
  /** It comes back after so many days without an answer, if the account's server reminds. */
  remindAfterDays?: number;
  /** Null: it is plain text alone. */
  html: string | null;
  text: string;
  attachments: { blobId: Id; type: string; name: string; cid?: string }[];
  /** Its subject is another one, and it begins a conversation of its own: what is sent has neither of the two. */
  leavesConversation?: boolean;
  /** Stays the same through all versions of one Email; made by `newMessageId` when writing begins. */
  messageId?: string;
}

/**
 * A Message-ID without its angle brackets, as JMAP has it (RFC 8621 §4.1.2.5). Its domain is in ASCII, which every server
 * stores and finds, and takes without SMTPUTF8.
 */
export function newMessageId(address: string): string {
  return `${crypto.randomUUID()}@${addressKey(address).split("@").at(-1) || "localhost"}`;
}

/** Null stands for a header field that is left out. */
const filled = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);

/** The draft as Email/set takes it: RFC 8621 §4.6. @param isToBeSent it has nothing that is for this program alone */
export function draftEmail(
  content: DraftContent,
  from: EmailAddress,
  draftsId: Id,
  messageId: string,
  receivedAt: Date,
  isToBeSent = false,
): Partial<Email> {
  const { replyTo, to, cc, bcc, subject, html, text, attachments } = content;
  const files = attachments.map(({ blobId, type, name, cid }) => ({
    blobId,
    type,
    name,
    disposition: cid ? "inline" : "attachment",
    ...(cid && { cid }),
  }));
  return {
    mailboxIds: { [draftsId]: true },
    keywords: { [DRAFT]: true, [SEEN]: true },
    receivedAt: receivedAt.toISOString().replace(/\.\d+Z$/, "Z"),
    messageId: [messageId],
    from: [from],
    replyTo: filled(replyTo ?? []),
    to: filled(to),
    cc: filled(cc),
    bcc: filled(bcc),
    subject,
    ...(content.asksForReceipt && { "header:Disposition-Notification-To:asAddresses": [from] }),
    ...threadFields(content, isToBeSent),
    textBody: [{ partId: "text", type: "text/plain" } as EmailBodyPart],
    ...(html !== null && { htmlBody: [{ partId: "html", type: "text/html" } as EmailBodyPart] }),
    bodyValues: {
      text: { value: text, isEncodingProblem: false, isTruncated: false },
      ...(html !== null && { html: { value: html, isEncodingProblem: false, isTruncated: false } }),
    },
    ...(files.length > 0 && { attachments: files as EmailBodyPart[] }),
  };
}
