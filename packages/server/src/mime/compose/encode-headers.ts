/** Encodes JMAP values as header fields: RFC 5322, RFC 2047, RFC 2231. Pure. */
import type { EmailAddress, EmailAddressGroup, JmapDate } from "@pismo/jmap";
// nodemailer exports this path. libmime would cut characters beyond U+FFFF in two.
import { encodeWord, encodeWords } from "nodemailer/lib/mime-funcs";
import type { HeaderForm } from "../headers/headers.ts";

const isAscii = (text: string): boolean => /^[\x20-\x7e\t]*$/.test(text);
/** Input must not end a line, else it could inject header fields. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim();

/** Longest encoded word (RFC 2047 §2). */
const WORD_LENGTH = 52;
/** Longer words are encoded: unfolded they could exceed the limit of 998 octets a line (RFC 5322 §2.1.1). */
const isUnfoldable = (text: string): boolean => /\S{900}/.test(text);
/** RFC 5322 §3.2.3, with the characters of RFC 6532. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+)*$/u;
const DOMAIN = /^[\w\p{L}\p{M}\p{N}-]+(?:\.[\w\p{L}\p{M}\p{N}-]+)*$/u;
/** RFC 5322 §3.2.4, §3.4.1. */
const QUOTED_STRING = /^"(?:[^"\\]|\\.)*"$/;
const DOMAIN_LITERAL = /^\[[\x21-\x5a\x5e-\x7e]*\]$/;

/** Characters in a line that can be folded (RFC 5322 §2.1.1). */
const LINE_LENGTH = 76;

/** Folds at spaces only, not at other white space of Unicode: a continuation line begins with a space. */
function folded(line: string): string {
  const [start = "", ...words] = line.split(/(?<! )(?= +[^ ])/);
  let length = start.length;
  let text = start;
  for (const word of words) {
    const isFull = length + word.length > LINE_LENGTH;
    length = isFull ? word.length : length + word.length;
    text += `${isFull ? "\r\n" : ""}${word}`;
  }
  return text;
}

function encodeText(text: string): string {
  const line = oneLine(text);
  const isPlain = isAscii(line);
  // "=?" in plain text would be read as an encoded word.
  if (line.includes("=?") || (isPlain && isUnfoldable(line))) return encodeWord(line, isPlain ? "Q" : "B", WORD_LENGTH);
  return isPlain ? line : encodeWords(line, "B", WORD_LENGTH);
}

/** Some programs decode encoded words in quoted strings too, which RFC 2047 §5 forbids. */
const quoted = (text: string): string => `"${text.replace(/["\\]|(?<==)\?/g, "\\$&")}"`;

function displayName(name: string): string {
  const text = oneLine(name);
  if (!isAscii(text) || text.includes("=?") || isUnfoldable(text)) return encodeWord(text, "B", WORD_LENGTH);
  return /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(text) ? text : quoted(text);
}

/** Quotes an address so that it cannot be parsed as two, or as anything else. */
function addrSpec(email: string): { text: string; isWhole: boolean } {
  const text = email.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const isWhole = local !== "" && (DOMAIN.test(domain) || DOMAIN_LITERAL.test(domain));
  const own = isWhole ? local : text;
  const isPlain = DOT_ATOM.test(own) || (isWhole && QUOTED_STRING.test(own));
  const word = isPlain && !own.includes("=?") ? own : quoted(own);
  return { text: isWhole ? `${word}@${domain}` : word, isWhole };
}

function formatAddress({ name, email }: EmailAddress): string {
  const { text, isWhole } = addrSpec(email);
  const label = name ? displayName(name) : "";
  return label === "" && isWhole ? text : `${label} <${text}>`.trimStart();
}

const formatAddresses = (addresses: EmailAddress[]): string => addresses.map(formatAddress).join(", ");

const formatGroups = (groups: EmailAddressGroup[]): string =>
  groups
    .map(({ name, addresses }) =>
      name === null ? formatAddresses(addresses) : `${displayName(name) || '""'}: ${formatAddresses(addresses)};`,
    )
    .join(", ");

const inBrackets = (items: string[], separator: string): string =>
  items
    .filter((item) => item !== "")
    .map((item) => `<${item}>`)
    .join(separator);

/** Foreign ids and addresses, without the characters that could end them. */
const bracketable = (item: string): string => item.replace(/[\s\p{Cc}<>]/gu, "");

/** A message's own id has to match the grammar (RFC 5322 §3.6.4); "" where it cannot. */
function ownId(item: string): string {
  const [, left = "", right = ""] = /^([^@]+)@([^@]+)$/.exec(item) ?? [];
  return DOT_ATOM.test(left) && (DOMAIN.test(right) || DOMAIN_LITERAL.test(right)) ? item : "";
}

/** RFC 3339 → RFC 5322 §3.3, with the value's offset. */
function formatDate(date: JmapDate): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d{2}):(\d{2})$/.exec(date) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(new Date(date).getTime() + offset * 60_000).toUTCString();
  return local.replace("GMT", `${sign}${hours}${minutes}`);
}

/**
 * Raw form: unchanged, except that its line ends are those of folding, and no line is empty, which would end the header.
 * Text outside ASCII is UTF-8 (RFC 6532).
 */
function safeRaw(value: string): string {
  const lines = value.replace(/[^\P{Cc}\r\n\t]/gu, "").split(/\r\n|\r|\n/);
  return lines
    .filter((line, index) => index === 0 || line.trim() !== "")
    .map((line, index) => (index === 0 ? line : `${/^[ \t]/.test(line) ? "\r\n" : " "}${line}`))
    .join("")
    .trimEnd();
}

/** One header field with its line end, folded; "" where the value is empty. Its type is the one that `headerForm` defines for the form. */
export function encodeHeader(name: string, form: HeaderForm, value: unknown): string {
  if (form === "asRaw") {
    const raw = safeRaw(String(value));
    return `${name}:${/^\s/.test(raw) ? "" : " "}${raw}\r\n`;
  }
  const encoders: Record<Exclude<HeaderForm, "asRaw">, () => string> = {
    asText: () => encodeText(String(value)),
    asAddresses: () => formatAddresses(value as EmailAddress[]),
    asGroupedAddresses: () => formatGroups(value as EmailAddressGroup[]),
    asMessageIds: () =>
      inBrackets((value as string[]).map(name.toLowerCase() === "message-id" ? ownId : bracketable), " "),
    asURLs: () => inBrackets((value as string[]).map(bracketable), ", "),
    asDate: () => formatDate(value as JmapDate),
  };
  const encoded = encoders[form]();
  // Leaves out ids that have become empty.
  if (encoded === "" && (form === "asMessageIds" || form === "asURLs")) return "";
  return `${folded(`${name}: ${encoded}`)}\r\n`;
}

/** Octets of a parameter's value in one section. */
const PIECE_LENGTH = 50;

const percentEncoded = (character: string): string =>
  /[\w!#$&+.^`{|}~-]/.test(character)
    ? character
    : [...Buffer.from(character)].map((octet) => `%${octet.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** RFC 2231 §3, §4: sections of whole characters. */
function extendedParameter(key: string, value: string): string[] {
  const pieces = [""];
  for (const character of value) {
    const next = percentEncoded(character);
    if (pieces.at(-1)!.length + next.length > PIECE_LENGTH) pieces.push("");
    pieces[pieces.length - 1] += next;
  }
  return pieces.map((piece, index) => {
    const name = pieces.length === 1 ? `${key}*` : `${key}*${index}*`;
    return `${name}=${index === 0 ? "utf-8''" : ""}${piece}`;
  });
}

function parameter(key: string, value: string): string[] {
  if (/^[\w.-]+$/.test(value) && value.length <= PIECE_LENGTH) return [`${key}=${value}`];
  const mayBeQuoted = isAscii(value) && value.length <= PIECE_LENGTH && !value.includes("=?");
  return mayBeQuoted ? [`${key}=${quoted(value)}`] : extendedParameter(key, value);
}

/** A field with parameters, such as Content-Type; long ones and those outside ASCII by RFC 2231. */
export function encodeStructured(
  name: string,
  value: string,
  params: Record<string, string | null | undefined>,
): string {
  const given = Object.entries(params).flatMap(([key, param]) => (param ? parameter(key, oneLine(param)) : []));
  return `${folded(`${name}: ${[oneLine(value), ...given].join("; ")}`)}\r\n`;
}
