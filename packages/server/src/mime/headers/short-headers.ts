/**
 * The header as the store has it, for lists: complete for every regular message, and bounded for
 * messages with hundreds of thousands of recipients. The message itself has the complete header. Pure.
 */
import type { EmailAddress, EmailHeaders } from "@pismo/jmap";

/** Characters of a subject; RFC 5322 §2.1.1 has 998 in a line. */
const MAX_TEXT = 1000;
/** Characters of a name, and of an address (RFC 5321 §4.5.3.1 has 320). */
const MAX_NAME = 400;
/** Addresses of one field. */
const MAX_ADDRESSES = 100;
/** Characters of all addresses, or of all Message-IDs, of one field: enough for 100 references of 80 characters. */
const MAX_LIST = 8000;

export interface ShortHeaders {
  headers: EmailHeaders;
  /** Something was left out. */
  isShortened: boolean;
}

/** Truncates, not within a surrogate pair. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

export function shortHeaders(headers: EmailHeaders): ShortHeaders {
  let isShortened = false;
  const text = (value: string, length: number): string => {
    const short = cut(value, length);
    isShortened ||= short !== value;
    return short;
  };
  /** As many items as fit. */
  const list = <T>(items: T[] | null, most: number, shorten: (item: T) => T, lengthOf: (item: T) => number) => {
    if (items === null) return null;
    const fitting: T[] = [];
    let length = 0;
    for (const item of items) {
      const short = shorten(item);
      length += lengthOf(short);
      if (fitting.length >= most || length > MAX_LIST) break;
      fitting.push(short);
    }
    isShortened ||= fitting.length < items.length;
    return fitting;
  };
  const addresses = (items: EmailAddress[] | null) =>
    list(
      items,
      MAX_ADDRESSES,
      ({ name, email }) => ({ name: name === null ? null : text(name, MAX_NAME), email: text(email, MAX_NAME) }),
      ({ name, email }) => (name?.length ?? 0) + email.length,
    );
  const ids = (items: string[] | null) =>
    list(
      items,
      Infinity,
      (id) => text(id, MAX_TEXT),
      (id) => id.length,
    );
  const short: EmailHeaders = {
    messageId: ids(headers.messageId),
    inReplyTo: ids(headers.inReplyTo),
    references: ids(headers.references),
    sender: addresses(headers.sender),
    from: addresses(headers.from),
    to: addresses(headers.to),
    cc: addresses(headers.cc),
    bcc: addresses(headers.bcc),
    replyTo: addresses(headers.replyTo),
    subject: headers.subject === null ? null : text(headers.subject, MAX_TEXT),
    sentAt: headers.sentAt,
  };
  return { headers: short, isShortened };
}
