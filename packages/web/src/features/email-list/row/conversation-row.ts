/** The row of a conversation: that of its newest Email, with what holds for all of them. */
import { FLAGGED, type Id, IMPORTANT, isLabelKeyword, SEEN } from "@pismo/jmap";
import { type ConversationScope, isHere, isPart } from "../../../store/records/conversation.ts";
import { type EmailRow, isFlagged, isImportant, isUnread } from "../../../store/records/email-properties.ts";

export interface ConversationRow {
  row: EmailRow;
  /** Emails; undefined for one that stands alone. */
  count: number | undefined;
  /** The Email whose files the clip shows. */
  filesOf: Id;
}

/** Who the person is, and what they are called in rows. */
export interface Myself {
  email: string;
  name: string;
}

/** Those who took part, in the order of their first Emails. */
function peopleOf(parts: readonly EmailRow[], { sent }: ConversationScope, me: Myself): EmailRow["from"] {
  const people = new Map<string, NonNullable<EmailRow["from"]>[number]>();
  for (const { from, mailboxIds } of parts) {
    for (const person of from ?? []) {
      const address = person.email.toLowerCase();
      const isMe = address === me.email.toLowerCase() || (sent !== undefined && sent in mailboxIds);
      if (isMe) people.set("", { name: me.name, email: me.email });
      else if (!people.has(address)) people.set(address, person);
    }
  }
  return [...people.values()];
}

/** A label of one is a label of the conversation. */
const labelsOf = ({ keywords }: EmailRow): EmailRow["keywords"] =>
  Object.fromEntries(Object.entries(keywords).filter(([keyword]) => isLabelKeyword(keyword)));

/** @param emails of the Thread as far as they are loaded, oldest first; of one alone, the row is as it always was */
export function conversationRow(
  row: EmailRow,
  emails: readonly EmailRow[],
  scope: ConversationScope,
  me: Myself,
): ConversationRow {
  const parts = emails.filter((email) => isPart(email, scope));
  if (parts.length < 2) return { row, count: undefined, filesOf: row.id };
  const here = parts.filter((email) => isHere(email, scope));
  const people = peopleOf(parts, scope, me);
  const { [SEEN]: _, ...keywords } = { ...Object.assign({}, ...parts.map(labelsOf)), ...row.keywords };
  if (!here.some(isUnread)) keywords[SEEN] = true;
  if (here.some(isFlagged)) keywords[FLAGGED] = true;
  if (here.some(isImportant)) keywords[IMPORTANT] = true;
  const withFiles = parts.findLast(({ hasAttachment }) => hasAttachment);
  return {
    row: { ...row, keywords, from: people, to: people, hasAttachment: withFiles !== undefined },
    count: parts.length,
    filesOf: withFiles?.id ?? row.id,
  };
}
