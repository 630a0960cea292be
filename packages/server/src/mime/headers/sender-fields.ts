/**
 * The senders in a header, parsed so leniently that no other program finds a further address: they are checked
 * before a message is sent, and programs do not agree on broken headers. Pure.
 */
import { decodeRaw } from "./parameters.ts";

export interface SenderFields {
  /** Values of each From field; a message has one (RFC 5322 §3.6). */
  from: string[];
  /** At most one. */
  sender: string[];
  /** Resent-From and Resent-Sender. */
  resent: string[];
}

const fieldLine = /^(?<name>(?:resent-)?(?:from|sender))[ \t]*:(?<value>.*)$/i;

/** @param header octets up to the empty line */
export function senderFieldsOf(header: Uint8Array): SenderFields {
  const fields: SenderFields = { from: [], sender: [], resent: [] };
  const lines = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
    .toString("latin1")
    .replaceAll(/(?:\r\n|\r|\n)(?=[ \t])/g, " ")
    .split(/[\r\n]+/);
  for (const line of lines) {
    const { name = "", value = "" } = fieldLine.exec(line)?.groups ?? {};
    const key = name.toLowerCase();
    const values = key === "from" ? fields.from : key === "sender" ? fields.sender : key && fields.resent;
    if (values) values.push(decodeRaw(value));
  }
  return fields;
}

const encodedWord = /^=\?[^?\s]+\?[bq]\?[^?\s]*\?=$/i;

/** Everything in a field's value that a program could parse as an address, outside quotes and comments. */
export function addressesIn(value: string): string[] {
  const open = withoutComments(value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"'));
  const angled = [...open.matchAll(/<([^<>]*)>?/g)].map(([, inside = ""]) => inside.trim());
  const bare = open
    .replaceAll(/<[^<>]*>?/g, " ")
    .split(/[\s,;:<>]+/)
    .filter((word) => word.includes("@") && !encodedWord.test(word));
  return [...angled, ...bare].filter((each) => each !== "");
}

/** Nested ones too (RFC 5322 §3.2.2); an unclosed one is text. */
function withoutComments(text: string): string {
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replaceAll(/\((?:[^()\\]|\\.)*\)/g, " ");
  }
  return text;
}
