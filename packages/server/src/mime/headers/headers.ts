/** Header fields and their parsed forms: RFC 8621 §4.1.2. Pure. */
import type { EmailAddress, EmailAddressGroup, EmailHeader, EmailHeaders } from "@pismo/jmap";
import { addressParser } from "postal-mime";
import { parseDate } from "./dates.ts";
import { decodeEncodedWords, tidyEncodedWords } from "./encoded-words.ts";
import { walkFields } from "./header-fields.ts";
import { decodeRaw, stripComments } from "./parameters.ts";

export const headerForms = [
  "asRaw",
  "asText",
  "asAddresses",
  "asGroupedAddresses",
  "asMessageIds",
  "asDate",
  "asURLs",
] as const;
export type HeaderForm = (typeof headerForms)[number];

const addressFields = ["from", "sender", "reply-to", "to", "cc", "bcc"].flatMap((name) => [name, `resent-${name}`]);
const textFields = ["subject", "comments", "keywords"];
const idFields = ["message-id", "in-reply-to", "references", "resent-message-id"];
const dateFields = ["date", "resent-date"];
const urlFields = ["list-help", "list-unsubscribe", "list-subscribe", "list-post", "list-owner", "list-archive"];

const formsByField = new Map<string, readonly HeaderForm[]>([
  ...addressFields.map((name) => [name, ["asRaw", "asAddresses", "asGroupedAddresses"]] as const),
  ...textFields.map((name) => [name, ["asRaw", "asText"]] as const),
  ...idFields.map((name) => [name, ["asRaw", "asMessageIds"]] as const),
  ...dateFields.map((name) => [name, ["asRaw", "asDate"]] as const),
  ...urlFields.map((name) => [name, ["asRaw", "asURLs"]] as const),
  ...["received", "return-path"].map((name) => [name, ["asRaw"]] as const),
]);

/** The allowed forms of a field (RFC 8621 §4.1.2): fields of RFC 5322 and RFC 2369 only have their own. */
export const mayHaveForm = (name: string, form: HeaderForm): boolean =>
  formsByField.get(name.toLowerCase())?.includes(form) ?? true;

/**
 * The fields of [start, end) in order, values in raw form. Octets above 127 are decoded as UTF-8, else by a guess.
 * @param most the first ones alone
 */
export function headersOf(bytes: Uint8Array, start: number, end: number, most = Infinity): EmailHeader[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headers: EmailHeader[] = [];
  walkFields(bytes, start, end, ({ nameStart, nameEnd, valueStart, valueEnd }) => {
    if (headers.length >= most) return;
    const value = decodeRaw(buffer.toString("latin1", valueStart, valueEnd));
    headers.push({ name: buffer.toString("latin1", nameStart, nameEnd), value: value.replaceAll("\0", "") });
  });
  return headers;
}

const unfold = (raw: string): string => raw.replace(/[\r\n]+(?=[ \t])/g, "").replace(/[\r\n]+/g, " ");

export const asText = (raw: string): string => decodeEncodedWords(unfold(raw).trim()).normalize("NFC");

interface Mailbox {
  name: string;
  address?: string | undefined;
  group?: Mailbox[] | undefined;
}

function toAddress({ name, address }: Mailbox): EmailAddress {
  const label = name.normalize("NFC").trim();
  if (address) return { name: label || null, email: stripComments(address).replace(/\s+/g, " ").trim() };
  // Best effort (RFC 8621 §4.1.2.3): a single word ("MAILER-DAEMON") is an address without a domain.
  return /\s/.test(label) ? { name: label, email: "" } : { name: null, email: label };
}

const isSomebody = ({ name, address }: Mailbox): boolean => Boolean(address ?? "") || name.trim() !== "";

const mailboxesOf = (raw: string): Mailbox[] => addressParser(tidyEncodedWords(unfold(raw)));

export const asAddresses = (raw: string): EmailAddress[] =>
  mailboxesOf(raw)
    .flatMap((mailbox) => mailbox.group ?? [mailbox])
    .filter(isSomebody)
    .map(toAddress);

/** Consecutive addresses outside a group form a group without a name. */
export function asGroupedAddresses(raw: string): EmailAddressGroup[] {
  const groups: EmailAddressGroup[] = [];
  let loose: EmailAddressGroup | undefined;
  for (const mailbox of mailboxesOf(raw)) {
    if (mailbox.group) {
      loose = undefined;
      const addresses = mailbox.group.filter(isSomebody).map(toAddress);
      groups.push({ name: mailbox.name.normalize("NFC") || null, addresses });
    } else if (isSomebody(mailbox)) {
      if (!loose) groups.push((loose = { name: null, addresses: [] }));
      loose.addresses.push(toAddress(mailbox));
    }
  }
  return groups;
}

/** Without their angle brackets; null where there is none. */
export function asMessageIds(raw: string): string[] | null {
  const text = unfold(raw);
  const ids = [...text.matchAll(/<([^<>]*)>/g)].map(([, id = ""]) => id.replace(/\s+/g, "")).filter(Boolean);
  if (ids.length > 0) return ids;
  // Some programs omit the brackets.
  const bare = text
    .trim()
    .split(/[\s,]+/)
    .filter((word) => /^[^\s<>"]+@[^\s<>"]+$/.test(word));
  return bare.length > 0 ? bare : null;
}

function asUrls(raw: string): string[] | null {
  const urls = [...unfold(raw).matchAll(/<([^<>]*)>/g)].map(([, url = ""]) => url.replace(/\s+/g, "")).filter(Boolean);
  return urls.length > 0 ? urls : null;
}

const parsers: Record<HeaderForm, (raw: string) => unknown> = {
  asRaw: (raw) => raw,
  asText,
  asAddresses,
  asGroupedAddresses,
  asMessageIds,
  asDate: (raw) => parseDate(unfold(raw)),
  asURLs: asUrls,
};

/**
 * The value of a `header:` property (RFC 8621 §4.1.3).
 * @param values raw values of all fields with this name, in order
 * @param all true: an array of all values (":all"); false: the last value, or null
 */
export function headerForm(values: readonly string[], form: HeaderForm, all: boolean): unknown {
  if (all) return values.map(parsers[form]);
  const last = values.at(-1);
  return last === undefined ? null : parsers[form](last);
}

/** The raw values of all fields with a name, in order; names are case-insensitive. */
export const headerValues = (headers: readonly EmailHeader[], name: string): string[] =>
  headers.filter((header) => header.name.toLowerCase() === name.toLowerCase()).map(({ value }) => value);

/** The convenience properties (RFC 8621 §4.1.2). */
export function convenienceHeaders(headers: readonly EmailHeader[]): EmailHeaders {
  const last = new Map(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const read = <T>(name: string, parse: (raw: string) => T): T | null => {
    const raw = last.get(name);
    return raw === undefined ? null : parse(raw);
  };
  return {
    messageId: read("message-id", asMessageIds),
    inReplyTo: read("in-reply-to", asMessageIds),
    references: read("references", asMessageIds),
    sender: read("sender", asAddresses),
    from: read("from", asAddresses),
    to: read("to", asAddresses),
    cc: read("cc", asAddresses),
    bcc: read("bcc", asAddresses),
    replyTo: read("reply-to", asAddresses),
    subject: read("subject", asText),
    sentAt: read("date", (raw) => parseDate(unfold(raw))),
  };
}
