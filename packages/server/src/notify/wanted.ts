/** Which of the letters that have arrived a person wants to hear of. */
import { DRAFT, type MailboxRoles, MUTED, type NotificationRules, PHISHING, SEEN } from "@pismo/jmap";
import type { EmailRecord } from "../store/mail/emails.ts";

/** What lies there is no news, whatever was chosen. */
const silentRoles = ["junk", "trash", "sent", "drafts", "snoozed", "scheduled"];
const silentKeywords = new Set([SEEN, DRAFT, MUTED, PHISHING, "$junk"]);

type Arrived = Pick<EmailRecord, "mailboxIds" | "keywords" | "isFromClient">;

/** Rules have sorted it, and it has not been read since. Whether the sender is a contact is asked apart. */
export function isNews(
  { mailboxIds, keywords, isFromClient }: Arrived,
  { about, mailboxIds: chosen, keywords: labels }: NotificationRules,
  roles: MailboxRoles,
): boolean {
  const silent = new Set(silentRoles.map((role) => roles[role]));
  if (isFromClient || keywords.some((keyword) => silentKeywords.has(keyword))) return false;
  if (mailboxIds.some((id) => silent.has(id))) return false;
  if (about !== "chosen") return mailboxIds.includes(roles["inbox"] ?? "");
  return mailboxIds.some((id) => Object.hasOwn(chosen, id)) || keywords.some((each) => Object.hasOwn(labels, each));
}
