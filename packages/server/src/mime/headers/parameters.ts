/** Values with parameters (Content-Type, Content-Disposition): RFC 2045 §5.1, RFC 2231, and encoded words, which are not allowed there. */
import { decodeUnknown, decodeText } from "../text/charset.ts";
import { decodeEncodedWords, encodeRawOctets } from "./encoded-words.ts";

export interface StructuredValue {
  /** Before the first ";", in lower case, without comments. */
  value: string;
  /** Decoded; keys in lower case. The first of two equal names wins. */
  params: ReadonlyMap<string, string>;
}

/** A raw value: one character per octet (latin1). */
const bytesOf = (latin1: string): Uint8Array => Buffer.from(latin1, "latin1");

const is8bit = (text: string): boolean => /[\x80-\xff]/.test(text);

/** Decodes text of a header with unencoded octets above 127. */
export const decodeRaw = (latin1: string): string =>
  is8bit(latin1) ? decodeUnknown(bytesOf(encodeRawOctets(latin1))) : latin1;

/** RFC 5322 §3.2.2: comments nest, and a backslash escapes the next character. */
export function stripComments(text: string): string {
  if (!text.includes("(")) return text;
  let out = "";
  let depth = 0;
  let inQuotes = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const guarded = char === "\\" && (inQuotes || depth > 0) ? text.slice(at, at + 2) : "";
    if (guarded) at++;
    if (!guarded && char === '"' && depth === 0) inQuotes = !inQuotes;
    if (!guarded && char === "(" && !inQuotes) depth++;
    else if (!guarded && char === ")" && depth > 0) depth--;
    else if (depth === 0) out += guarded || char;
  }
  return out;
}

/** Splits at semicolons outside quotes. */
function splitSegments(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  let inQuotes = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inQuotes && code === 0x5c) at++;
    else if (code === 0x22) inQuotes = !inQuotes;
    else if (code === 0x3b && !inQuotes) {
      segments.push(text.slice(start, at));
      start = at + 1;
    }
  }
  segments.push(text.slice(start));
  return segments;
}

/** Windows paths in quotes (`"C:\new\file"`) keep their backslashes: only quotes and backslashes are escaped. */
function unquote(text: string): string {
  let out = "";
  for (let at = 1; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")) at++;
    out += text[at];
  }
  return out;
}

interface Section {
  index: number;
  isEncoded: boolean;
  value: string;
}

const percentDecode = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** RFC 2231 §3 and §4: sections in order, their octets joined before the charset is applied. */
function joinSections(sections: Section[]): string {
  sections.sort((a, b) => a.index - b.index);
  let charset: string | null = null;
  let octets = "";
  for (const [at, section] of sections.entries()) {
    let value = section.value;
    if (at === 0 && section.isEncoded) {
      const prefix = /^([^']*)'[^']*'/.exec(value);
      if (prefix) {
        charset = prefix[1] || null;
        value = value.slice(prefix[0].length);
      }
    }
    octets += section.isEncoded ? percentDecode(value) : value;
  }
  return charset ? decodeText(bytesOf(octets), charset).value : decodeEncodedWords(decodeRaw(octets));
}

/**
 * Parses the raw value of a structured field; `raw` has one character per octet.
 * Linear, never throws: malformed values are read as most likely intended.
 */
export function parseStructured(raw: string): StructuredValue {
  const unfolded = raw.replace(/[\r\n]+/g, "");
  const segments = splitSegments(unfolded);
  const head = stripComments(segments[0] ?? "").trim();
  const value = (/^[^\s;]*/.exec(head)?.[0] ?? "").toLowerCase().replace(/^"|"$/g, "");
  // "text/plain charset=utf-8": the semicolon is missing.
  segments[0] = head.slice(value.length);

  const params = new Map<string, string>();
  const sections = new Map<string, Section[]>();
  for (const segment of segments) {
    const equals = segment.indexOf("=");
    if (equals < 0) continue;
    const key = segment.slice(0, equals).trim().toLowerCase();
    const marks = /\*(?:(\d{1,9})(\*)?)?$/.exec(key);
    const name = stripComments(marks ? key.slice(0, marks.index) : key).trim();
    if (!name) continue;
    const given = segment.slice(equals + 1).trim();
    const isQuoted = given.startsWith('"');
    const text = isQuoted ? unquote(given) : given;
    if (marks) {
      const list = sections.get(name) ?? [];
      const isEncoded = marks[1] === undefined || marks[2] !== undefined;
      list.push({ index: Number(marks[1] ?? 0), isEncoded, value: text });
      sections.set(name, list);
    } else if (!params.has(name)) {
      const isName = name === "name" || name === "filename";
      if (isName) params.set(name, decodeEncodedWords(decodeRaw(text)));
      else params.set(name, isQuoted ? text : stripComments(text).trim());
    }
  }
  // The extended form takes precedence over the plain one, which is there for old programs.
  for (const [name, list] of sections) params.set(name, joinSections(list));
  return { value, params };
}
