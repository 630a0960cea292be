/** A conversation: the Emails of a Thread, as a folder's list shows them in one row. Pure. */
import type { Id } from "@pismo/jmap";
import { type EmailRow, isDraft } from "./email-properties.ts";
import { folderOf, type NamedMailbox } from "../mailboxes/folders.ts";

/** What decides which Emails of a Thread a folder's conversation has. */
export interface ConversationScope {
  /** The mailbox that is shown; undefined for a folder that is none. */
  shown: Id | undefined;
  /** Trash and Spam, where they are not shown. */
  away: readonly Id[];
  /** Emails in it are one's own. */
  sent: Id | undefined;
}

export function conversationScope(mailboxes: readonly NamedMailbox[], folder: string): ConversationScope {
  const found = folderOf(mailboxes, folder);
  const shown = found?.kind === "mailbox" ? found.mailbox.id : undefined;
  const away = mailboxes.filter(({ id, role }) => (role === "trash" || role === "junk") && id !== shown);
  const sent = mailboxes.find(({ role }) => role === "sent")?.id;
  return { shown, away: away.map(({ id }) => id), sent };
}

type Part = Pick<EmailRow, "mailboxIds" | "keywords">;

/** Whether the Email lies in the folder. */
export const isHere = (row: Part, { shown, away }: ConversationScope): boolean =>
  shown === undefined ? Object.keys(row.mailboxIds).some((id) => !away.includes(id)) : shown in row.mailboxIds;

/** Whether the Email counts: not what was thrown away, nor what is still being written. */
export const isPart = (row: Part, scope: ConversationScope): boolean =>
  isHere(row, scope) || (!isDraft(row) && Object.keys(row.mailboxIds).some((id) => !scope.away.includes(id)));
