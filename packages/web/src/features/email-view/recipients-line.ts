/** The short line of recipients. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import { visibleText } from "../../ui/visible-text.ts";

export interface RecipientsLine {
  names: string[];
  /** How many are not named. */
  more: number;
}

/** Names that are shown before the rest is counted. */
const shown = 2;

/** Oneself first, then the others in their order; one person more than fits is named, not counted. */
export function recipientsLine(recipients: readonly EmailAddress[], own: string, you: string): RecipientsLine {
  const isOwn = ({ email }: EmailAddress): boolean => email.toLowerCase() === own.toLowerCase();
  const distinct = recipients.filter(
    ({ email }, index) => recipients.findIndex((other) => other.email.toLowerCase() === email.toLowerCase()) === index,
  );
  const ordered = [...distinct.filter(isOwn), ...distinct.filter((recipient) => !isOwn(recipient))];
  const named = ordered.slice(0, ordered.length === shown + 1 ? shown + 1 : shown);
  return {
    names: named.map((recipient) => (isOwn(recipient) ? you : visibleText(recipient.name?.trim() || recipient.email))),
    more: ordered.length - named.length,
  };
}
