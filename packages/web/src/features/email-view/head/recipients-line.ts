/** The short line of recipients. Pure. */
import { addressKey, type EmailAddress } from "@pismo/jmap";
import { visibleText } from "../../../ui/visible-text.ts";

export interface RecipientsLine {
  names: string[];
  /** How many are not named. */
  more: number;
}

/** Names that are shown before the rest is counted. */
const shown = 2;
/** Characters of a name. */
const longest = 500;
/** Beyond this number the rest is counted without removing duplicates. */
const compared = 1000;

/** Oneself first, then the others in their order; one person more than fits is named, not counted. */
export function recipientsLine(recipients: readonly EmailAddress[], own: string, you: string): RecipientsLine {
  const isOwn = ({ email }: EmailAddress): boolean => addressKey(email) === addressKey(own);
  const seen = new Set<string>();
  const first = recipients.slice(0, compared);
  const distinct = first.filter(({ email }) => !seen.has(addressKey(email)) && seen.add(addressKey(email)));
  const ordered = [...distinct.filter(isOwn), ...distinct.filter((recipient) => !isOwn(recipient))];
  const named = ordered.slice(0, ordered.length === shown + 1 ? shown + 1 : shown);
  return {
    names: named.map((recipient) =>
      isOwn(recipient) ? you : visibleText((recipient.name?.trim() || recipient.email).slice(0, longest)),
    ),
    more: ordered.length - named.length + recipients.length - first.length,
  };
}
