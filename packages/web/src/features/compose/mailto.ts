/** Parses a mailto: link (RFC 6068). It is untrusted: only fields that the person sees before sending are used. Pure. */
import type { EmailAddress } from "@pismo/jmap";
import { distinctRecipients, isValidAddress } from "./recipients/recipients.ts";

export interface MailtoFields {
  to: EmailAddress[];
  cc: EmailAddress[];
  bcc: EmailAddress[];
  subject: string;
  text: string;
}

const longestLink = 100_000;
/** Per field; a person would not review more before sending. */
const mostRecipients = 100;
/** A line of a message (RFC 5322 §2.1.1). */
const longestSubject = 998;

/** A plus is a plus here (RFC 6068 §5), and what is not encoded well stands as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** No other white space: it makes an address that is none. Not by a regular expression, which tries each run of spaces. */
function withoutSpacesAround(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
}

/** Commas part addresses before they are decoded (§2): an encoded one belongs to its address. No names: they could say anything. */
function recipients(values: readonly string[]): EmailAddress[] {
  const emails = values
    .flatMap((value) => value.split(",", mostRecipients))
    .map((item) => decoded(item))
    .map((item) => /^[^<>\r\n]*<([^<>]*)>\s*$/.exec(item)?.[1] ?? item)
    .map(withoutSpacesAround)
    .filter(isValidAddress);
  return distinctRecipients(emails.map((email) => ({ name: null, email }))).slice(0, mostRecipients);
}

/** @param href begins with "mailto:" */
export function readMailto(href: string): MailtoFields {
  const [, path = "", query = ""] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(href.slice(0, longestLink)) ?? [];
  const fields = query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    return at === -1
      ? { name: "", value: "" }
      : { name: decoded(pair.slice(0, at)).toLowerCase(), value: pair.slice(at + 1) };
  });
  const all = (name: string): string[] => fields.filter((field) => field.name === name).map(({ value }) => value);
  return {
    to: recipients([path, ...all("to")]),
    cc: recipients(all("cc")),
    bcc: recipients(all("bcc")),
    subject: decoded(all("subject")[0] ?? "")
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim()
      .slice(0, longestSubject),
    text: all("body")
      .map(decoded)
      .join("\n")
      .replace(/\r\n?/g, "\n")
      .replace(/[^\P{Cc}\n\t]/gu, ""),
  };
}
