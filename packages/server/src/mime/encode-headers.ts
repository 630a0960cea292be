/** From JMAP values to header fields as they stand in a message: RFC 5322, RFC 2047, RFC 2231. Pure. */
import type { EmailAddress, EmailAddressGroup, JmapDate } from "@pismo/jmap";
import { buildHeaderValue, encodeWord, encodeWords, foldLines } from "nodemailer/lib/mime-funcs";
import type { HeaderForm } from "./headers.ts";

const isAscii = (text: string): boolean => /^[\x20-\x7e\t]*$/.test(text);
/** Nothing that a person typed may end a line: the next field would be theirs to choose. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ").trim();

/** Longest encoded word (RFC 2047 §2). */
const WORD_LENGTH = 52;
/** A word that cannot be folded might make a line longer than 998 octets (RFC 5322 §2.1.1). */
const isUnfoldable = (text: string): boolean => /\S{900}/.test(text);
/** An address that needs no brackets to be read as one. */
const PLAIN_ADDRESS = /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/;

function encodeText(text: string): string {
  const line = oneLine(text);
  const isPlain = isAscii(line);
  // "=?" in plain text would be taken for an encoded word
  if (line.includes("=?") || (isPlain && isUnfoldable(line))) return encodeWord(line, isPlain ? "Q" : "B", WORD_LENGTH);
  return isPlain ? line : encodeWords(line, "B", WORD_LENGTH);
}

function displayName(name: string): string {
  const text = oneLine(name);
  if (!isAscii(text) || text.includes("=?") || isUnfoldable(text)) return encodeWord(text, "B", WORD_LENGTH);
  return /^[\w!#$%&'*+/=?^`{|}~ -]*$/.test(text) ? text : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

function formatAddress({ name, email }: EmailAddress): string {
  const address = oneLine(email).replace(/[<>]/g, "");
  if (name) return `${displayName(name)} <${address}>`;
  return PLAIN_ADDRESS.test(address) ? address : `<${address}>`;
}

const formatAddresses = (addresses: EmailAddress[]): string => addresses.map(formatAddress).join(", ");

const formatGroups = (groups: EmailAddressGroup[]): string =>
  groups
    .map(({ name, addresses }) =>
      name === null ? formatAddresses(addresses) : `${displayName(name)}: ${formatAddresses(addresses)};`,
    )
    .join(", ");

const inBrackets = (items: string[], separator: string): string =>
  items.map((item) => `<${oneLine(item).replace(/[<>\s]/g, "")}>`).join(separator);

/** RFC 3339 → RFC 5322 §3.3, with the offset that the value names. */
export function formatDate(date: JmapDate): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /([+-])(\d{2}):(\d{2})$/.exec(date) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date(new Date(date).getTime() + offset * 60_000).toUTCString();
  return local.replace("GMT", `${sign}${hours}${minutes}`);
}

/** Raw form: kept, but its line ends must be those of folding. Octets that are not ASCII go as UTF-8 (RFC 6532). */
const safeRaw = (value: string): string =>
  value
    .replaceAll("\0", "")
    .replace(/\r?\n(?=[ \t])/g, "\r\n")
    .replace(/[\r\n]+(?![ \t])/g, (ends, at: number) => (ends === "\r" && value[at + 1] === "\n" ? ends : " "))
    .trimEnd();

/** One header field with its line end, folded. The value is one that `headerForm` gives for the form. */
export function encodeHeader(name: string, form: HeaderForm, value: unknown): string {
  if (form === "asRaw") {
    const raw = safeRaw(String(value));
    return `${name}:${/^\s/.test(raw) ? "" : " "}${raw}\r\n`;
  }
  const encoders: Record<Exclude<HeaderForm, "asRaw">, () => string> = {
    asText: () => encodeText(String(value)),
    asAddresses: () => formatAddresses(value as EmailAddress[]),
    asGroupedAddresses: () => formatGroups(value as EmailAddressGroup[]),
    asMessageIds: () => inBrackets(value as string[], " "),
    asURLs: () => inBrackets(value as string[], ", "),
    asDate: () => formatDate(value as JmapDate),
  };
  return `${foldLines(`${name}: ${encoders[form]()}`, 76)}\r\n`;
}

/** A field with parameters, such as Content-Type; long or foreign ones by RFC 2231. */
export function encodeStructured(
  name: string,
  value: string,
  params: Record<string, string | null | undefined>,
): string {
  const given = Object.entries(params).flatMap(([key, param]) => (param ? [[key, oneLine(param)]] : []));
  const built = buildHeaderValue({
    value: oneLine(value),
    params: Object.fromEntries(given) as Record<string, string>,
  });
  return `${foldLines(`${name}: ${built}`, 76)}\r\n`;
}
