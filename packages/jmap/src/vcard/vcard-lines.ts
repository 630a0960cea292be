/** The properties of vCards 2.1, 3.0 and 4.0 (RFC 2426, RFC 6350 §3), whole and in order. Pure, and bounded. */
import { escaped } from "./lines-out.ts";
import { outsideQuotes } from "./outside-quotes.ts";

export interface VCardProperty {
  /** As in "item1.EMAIL", in lower case. */
  group: string | undefined;
  /** In lower case. */
  name: string;
  /** By name in lower case; vCard 2.1's bare words are types, or the encoding. */
  params: Map<string, string[]>;
  /** With its encoding undone, but not its escapes. */
  value: string;
}

/** 50,000 cards, some with pictures. */
const MAX_FILE_CHARS = 200_000_000;

/** RFC 6868, which RFC 6350's errata take over: ^n, ^^ and ^'. */
const unescapedParam = (text: string): string =>
  text.replaceAll(/\^([n^'])/g, (_, char: string) => (char === "n" ? "\n" : char === "'" ? '"' : "^"));

function paramValues(text: string): string[] {
  const values: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const end = outsideQuotes(text, ",", at);
    const value = text.slice(at, end).trim();
    values.push(unescapedParam(value.startsWith('"') ? value.replaceAll('"', "") : value));
    at = end + 1;
  }
  return values;
}

const encodings = new Set(["quoted-printable", "base64", "b", "8bit", "7bit"]);

function readParams(line: string, start: number): { params: Map<string, string[]>; end: number } {
  const params = new Map<string, string[]>();
  let at = start;
  while (line[at] === ";") {
    const end = outsideQuotes(line, ":;", at + 1);
    const part = line.slice(at + 1, end);
    const equals = part.indexOf("=");
    const bare = part.trim().toLowerCase();
    const name = equals >= 0 ? part.slice(0, equals).trim().toLowerCase() : encodings.has(bare) ? "encoding" : "type";
    const values = equals >= 0 ? paramValues(part.slice(equals + 1)) : bare ? [bare] : [];
    params.set(name, [...(params.get(name) ?? []), ...values]);
    at = end;
  }
  return { params, end: at };
}

/** vCard 2.1 writes characters beyond ASCII so. */
function quotedPrintable(value: string, charset: string): string {
  const octets = value
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/[^\0-\xff]/g, "?");
  const bytes = Uint8Array.from(octets, (char) => char.charCodeAt(0));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function readLine(line: string): VCardProperty | undefined {
  const nameEnd = outsideQuotes(line, ":;", 0);
  const { params, end } = readParams(line, nameEnd);
  if (line[end] !== ":") return undefined;
  const [, group, name = ""] = /^(?:([\w-]+)\.)?([\w-]+)$/.exec(line.slice(0, nameEnd).trim()) ?? [];
  if (name === "") return undefined;
  let value = line.slice(end + 1);
  if (params.get("encoding")?.[0]?.toLowerCase() === "quoted-printable") {
    value = quotedPrintable(value, params.get("charset")?.[0] ?? "utf-8");
    params.delete("encoding");
    params.delete("charset");
  }
  return { group: group?.toLowerCase(), name: name.toLowerCase(), params, value };
}

/** Lines with what belongs to them: folded (RFC 6350 §3.2), or ended by "=" where they are quoted-printable. */
function* unfolded(text: string): Generator<string> {
  let line: string | undefined;
  let isQuoted = false;
  for (const part of text.split(/\r\n|\n|\r/)) {
    if (line !== undefined && isQuoted && line.endsWith("=")) line = line.slice(0, -1) + part;
    else if (line !== undefined && /^[ \t]/.test(part)) line += part.slice(1);
    else {
      if (line !== undefined) yield line;
      line = part;
      isQuoted = /^[^:]*;\s*(?:encoding\s*=\s*)?quoted-printable/i.test(part);
    }
  }
  if (line !== undefined) yield line;
}

/** vCard 2.1 has AGENT's card in lines of its own, 3.0 in the value (RFC 2426 §3.5.4): it is kept as the latter. */
class Agent {
  readonly #property: VCardProperty | undefined;
  readonly #lines: string[] = ["BEGIN:VCARD"];

  /** @param before of the card that it stands in */
  constructor(before: VCardProperty | undefined) {
    this.#property = before?.name === "agent" && before.value.trim() === "" ? before : undefined;
  }

  add(line: string): void {
    if (this.#property) this.#lines.push(line);
  }

  end(): void {
    if (this.#property) this.#property.value = escaped(`${this.#lines.join("\n")}\n`);
  }
}

/**
 * The vCards of a file; what stands outside of them is passed over.
 * @param keepsCutOff also one whose end is missing, where nothing else can be had; in a sync it would replace the whole one
 */
export function* readVCards(text: string, keepsCutOff = false): Generator<VCardProperty[]> {
  let card: VCardProperty[] | undefined;
  let agent: Agent | undefined;
  let depth = 0;
  for (const line of unfolded(text.slice(0, MAX_FILE_CHARS).replace(/^\uFEFF/, ""))) {
    const property = readLine(line);
    if (depth > 1) agent?.add(line);
    if (!property) continue;
    const marks = property.name === "begin" || property.name === "end" ? property.value.trim().toLowerCase() : "";
    if (marks === "vcard" && property.name === "begin") {
      // One inside another is no card of its own.
      if (depth === 0) card = [];
      if (depth++ === 1) agent = new Agent(card?.at(-1));
    } else if (marks === "vcard") {
      depth = Math.max(0, depth - 1);
      if (depth === 1) agent?.end();
      if (depth === 0 && card) yield card;
      if (depth === 0) card = undefined;
    } else if (depth === 1) card?.push(property);
  }
  if (keepsCutOff && depth === 1 && card && card.length > 0) yield card;
}

/** RFC 6350 §3.4. */
export const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,:nN])/g, (_, char: string) => (char === "n" || char === "N" ? "\n" : char));

/** The parts of a structured value or list, with their escapes undone. */
export const partsOf = (value: string, separator: ";" | ","): string[] => {
  const parts: string[] = [];
  let part = "";
  for (let at = 0; at < value.length; at++) {
    const char = value[at]!;
    if (char === "\\" && at + 1 < value.length) part += char + value[++at]!;
    else if (char === separator) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part];
};

/** The words of a list, without their escapes. */
export const wordsOf = (value: string): string[] => partsOf(value, ",").map((part) => unescaped(part).trim());
