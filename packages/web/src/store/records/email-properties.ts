/** Requested properties: few for a row, all for the page of an Email. */
import { DRAFT, type Email, type EmailRow, FLAGGED, IMPORTANT, SEEN } from "@pismo/jmap";

export { type EmailRow, rowProperties } from "@pismo/jmap";

export const contentProperties = [
  "id",
  "blobId",
  // Rows have them too, but short where there are very many.
  "from",
  "to",
  "subject",
  "messageId",
  "inReplyTo",
  "references",
  "sender",
  "cc",
  "bcc",
  "replyTo",
  "sentAt",
  "textBody",
  "htmlBody",
  "attachments",
  "bodyValues",
  "header:List-Unsubscribe:asURLs",
  "header:List-Id:asText",
  "header:Disposition-Notification-To:asAddresses",
  // Of drafts: store/drafts/thread-fields.ts.
  "header:X-Pismo-Left-Conversation:asMessageIds",
] as const satisfies (keyof Email)[];

/** The immutable properties of an Email: cached apart from the row, and evicted first. */
export type EmailContent = Pick<Email, (typeof contentProperties)[number]>;
export type FullEmail = EmailRow & EmailContent;

export const bodyPartProperties = [
  "partId",
  "blobId",
  "size",
  "name",
  "type",
  "charset",
  "disposition",
  "cid",
  // Says whether lines were broken for the way only (RFC 3676).
  "header:Content-Type",
] as const;

export const isSeen = ({ keywords }: Pick<EmailRow, "keywords">): boolean => SEEN in keywords;
export const isFlagged = ({ keywords }: Pick<EmailRow, "keywords">): boolean => FLAGGED in keywords;
export const isImportant = ({ keywords }: Pick<EmailRow, "keywords">): boolean => IMPORTANT in keywords;
export const isDraft = ({ keywords }: Pick<EmailRow, "keywords">): boolean => DRAFT in keywords;

/** RFC 8621 §2: an Email counts as unread while it has neither $seen nor $draft. */
export const isUnread = (row: Pick<EmailRow, "keywords">): boolean => !isSeen(row) && !isDraft(row);

const shared = new Map<string, Record<string, true>>();

/** Most Emails have the same few keywords and folders: they share one frozen object. */
export function share(set: Record<string, true>): Record<string, true> {
  const names = Object.keys(set).sort();
  const key = names.join(" ");
  const known = shared.get(key);
  if (known) return known;
  if (shared.size > 1000) shared.clear();
  const fresh = Object.freeze(Object.fromEntries(names.map((name) => [name, true as const])));
  shared.set(key, fresh);
  return fresh;
}

/** Rows are cut to what a row shows, whatever a server gives. */
const MAX_PEOPLE = 100;
const MAX_TEXT = 1000;
const few = (people: EmailRow["from"]): EmailRow["from"] => people?.slice(0, MAX_PEOPLE) ?? null;

/** A row as it is stored: only the row's properties, common parts shared. */
export function compactRow(email: EmailRow): EmailRow {
  const { id, threadId, preview, receivedAt, size, hasAttachment } = email;
  const [from, to, subject] = [few(email.from), few(email.to), email.subject?.slice(0, MAX_TEXT) ?? null];
  const mailboxIds = share(email.mailboxIds);
  const keywords = share(email.keywords);
  return { id, threadId, mailboxIds, keywords, from, to, subject, preview, receivedAt, size, hasAttachment };
}
