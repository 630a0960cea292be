/** Which Emails name the person as who wrote them. Anyone can write so: it says nothing about who did. */
import { addressKey, type Id } from "@pismo/jmap";
import type { Reader } from "../db/reader.ts";
import { ownAddresses } from "../mail/email-categories.ts";
import type { EmailRecord } from "../mail/emails.ts";

/** @returns whether an Email is from one of the account's addresses */
export async function ownLetters(
  reader: Reader,
  accountId: Id,
): Promise<(email: Pick<EmailRecord, "headers">) => boolean> {
  const own = new Set([...(await ownAddresses(reader, accountId))].map(addressKey));
  return ({ headers }) => headers.from?.some(({ email }) => own.has(addressKey(email))) === true;
}
