/** Which parts of a message hold its text, and how carefully they are shown. Pure. */
import { type EmailBodyPart, type Mailbox, PHISHING } from "@pismo/jmap";
import type { EmailRow, FullEmail } from "../store/index.ts";

export const textOf = ({ bodyValues }: Pick<FullEmail, "bodyValues">, { partId }: EmailBodyPart): string =>
  bodyValues[partId ?? ""]?.value ?? "";

const isText = ({ type }: EmailBodyPart): boolean => type.startsWith("text/");

/** The displayed body parts (RFC 8621 §4.1.4: htmlBody holds plain text and images too). */
export const shownParts = ({ htmlBody, textBody }: Pick<FullEmail, "htmlBody" | "textBody">): EmailBodyPart[] =>
  htmlBody.length > 0 ? htmlBody : textBody;

/** The parts that hold the text: plain text where there is any, else the HTML. */
export function textParts({
  textBody,
  htmlBody,
  bodyValues,
}: Pick<FullEmail, "htmlBody" | "bodyValues" | "textBody">): EmailBodyPart[] {
  const plain = textBody.filter(isText);
  return plain.some((part) => textOf({ bodyValues }, part).trim() !== "") ? plain : htmlBody.filter(isText);
}

/** Why a message is shown as plain text without links: because of its folder, or of what a server took it for. */
export type Caution = "spam" | "phishing";

export function cautionOf(
  { mailboxIds, keywords }: Pick<EmailRow, "mailboxIds" | "keywords">,
  mailboxes: readonly Pick<Mailbox, "id" | "role">[],
): Caution | undefined {
  const isSpam = mailboxes.some(({ id, role }) => role === "junk" && id in mailboxIds);
  return isSpam ? "spam" : PHISHING in keywords ? "phishing" : undefined;
}
