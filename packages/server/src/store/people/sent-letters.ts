/** What the account has sent, found by its Message-ID: anyone can write one into a receipt. */
import { DRAFT, type Id } from "@pismo/jmap";
import type { Reader } from "../db/reader.ts";
import { getEmails } from "../mail/emails.ts";
import { emailsWithMessageId } from "../mail/message-ids.ts";
import { ownLetters } from "./own-letters.ts";

/** Copies of one letter that are looked at. */
const MAX_COPIES = 20;

export async function sentWithMessageId(reader: Reader, accountId: Id, messageId: string): Promise<Id | undefined> {
  const ids = await emailsWithMessageId(reader, accountId, messageId, MAX_COPIES);
  if (ids.length === 0) return undefined;
  const emails = await getEmails(reader, accountId, ids);
  const isOwn = await ownLetters(reader, accountId);
  return emails.find((email) => !email.keywords.includes(DRAFT) && (email.isFromClient || isOwn(email)))?.id;
}
