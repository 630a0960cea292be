/** The header of a letter that is sent once more, as a new one. A character is an octet. Pure. */
import type { EmailAddress } from "@pismo/jmap";

export interface Again {
  to: readonly EmailAddress[];
  cc: readonly EmailAddress[];
  bcc: readonly EmailAddress[];
  at: Date;
  /** Without angle brackets. */
  messageId: string;
}

/** They say when, to whom and which way the first letter went; a signature covers them (RFC 6376 §5.4.1). */
const ofTheFirst =
  /^(?:date|message-id|to|cc|bcc|resent-.+|received|return-path|delivered-to|x-original-to|dkim-signature|arc-.+|(?:arc-)?authentication-results|received-spf)$/i;

/** Octets of text in one encoded word, which has at most 75 characters: RFC 2047 §2. */
const MAX_WORD_OCTETS = 45;

const octetsOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join("");

/** No character is cut by the end of a word: RFC 2047 §5. */
function encodedWords(text: string): string {
  const words: string[] = [""];
  for (const character of text) {
    const octets = octetsOf(character);
    if (words.at(-1)!.length + octets.length > MAX_WORD_OCTETS) words.push(octets);
    else words.push(words.pop()! + octets);
  }
  return words.map((word) => `=?utf-8?B?${btoa(word)}?=`).join("\r\n ");
}

function phraseOf(name: string): string {
  const isPrintable = /^[\x20-\x7e]*$/.test(name) && !name.includes("=?");
  return isPrintable ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encodedWords(name);
}

const addressOf = ({ name, email }: EmailAddress): string =>
  name ? `${phraseOf(name)} <${octetsOf(email)}>` : octetsOf(email);

const peopleField = (name: string, people: readonly EmailAddress[]): string[] =>
  people.length > 0 ? [`${name}: ${people.map(addressOf).join(",\r\n ")}`] : [];

/** Where the header begins: after a byte order mark and empty lines, which would end it below other fields. */
const beforeHeader = /^(?:\xef\xbb\xbf)?(?:\r?\n)*/;

/** @returns undefined where the header does not end within these octets */
export function splitHeader(start: string): { header: string; bodyStart: number } | undefined {
  const from = beforeHeader.exec(start)![0].length;
  const end = /\r?\n\r?\n/.exec(start.slice(from));
  if (!end) return undefined;
  return { header: start.slice(from, from + end.index), bodyStart: from + end.index + end[0].length };
}

/** The fields as they are, but for those of the first letter; with the empty line. */
export function headerAgain(header: string, { to, cc, bcc, at, messageId }: Again): string {
  const kept = header
    .split(/\r?\n(?![ \t])/)
    .filter((field) => {
      const name = /^([!-9;-~]+)[ \t]*:/.exec(field)?.[1];
      return name !== undefined && !ofTheFirst.test(name);
    })
    .map((field) => field.replaceAll(/\r?\n/g, "\r\n"));
  const made = [
    `Date: ${at.toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${octetsOf(messageId)}>`,
    ...peopleField("To", to),
    ...peopleField("Cc", cc),
    ...peopleField("Bcc", bcc),
  ];
  return [...kept, ...made, "", ""].join("\r\n");
}
