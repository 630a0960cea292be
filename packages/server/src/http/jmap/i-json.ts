/** Checks I-JSON (RFC 7493), which RFC 8620 §1.5 requires and JSON.parse does not check. */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export interface JsonBounds {
  maxDepth: number;
  /** Values of all types, including member names. */
  maxValues: number;
}

/** More values than are parsed. */
export class TooManyValues extends Error {}

/** The offset of the quotation mark that closes the string at `start`, or the end of the text. */
function stringEnd(text: Uint8Array, start: number): number {
  let end = text.indexOf(QUOTE, start + 1);
  while (end >= 0 && text[end - 1] === BACKSLASH) {
    let slashes = 1;
    while (text[end - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) break;
    end = text.indexOf(QUOTE, end + 1);
  }
  return end < 0 ? text.length : end;
}

/**
 * Counts before anything is parsed: ten million brackets would take 400 MB as values.
 * @returns the number of member names
 * @throws SyntaxError where the nesting is too deep, TooManyValues
 */
function countWrittenNames(text: Uint8Array, { maxDepth, maxValues }: JsonBounds): number {
  let depth = 0;
  let names = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        at = stringEnd(text, at);
        break;
      case COLON:
        names++;
        values++;
        break;
      case COMMA:
        values++;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        values++;
        if (++depth > maxDepth) throw new SyntaxError(`more than ${maxDepth} arrays and objects inside each other`);
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
    if (values > maxValues) throw new TooManyValues(`more than ${maxValues} values`);
  }
  return names;
}

/** @throws SyntaxError for a lone surrogate (§2.1) */
function assertWhole(text: string): void {
  if (/\p{Surrogate}/u.test(text)) throw new SyntaxError("half of a surrogate pair");
}

/** Member names that remain after parsing. @throws SyntaxError for a lone surrogate (§2.1) */
function countParsedNames(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") assertWhole(next);
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) {
      for (const name of Object.keys(next)) {
        assertWhole(name);
        count++;
      }
    }
    for (const member of Object.values(next)) open.push(member);
  }
  return count;
}

/**
 * Parsers differ in which of two duplicate names (§2.3) counts: one would check a value that another ignores.
 * @throws SyntaxError that names the fault, TypeError for invalid UTF-8, TooManyValues
 */
export function parseIJson(body: Uint8Array, bounds: JsonBounds): unknown {
  const written = countWrittenNames(body, bounds);
  const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  if (written !== countParsedNames(value)) throw new SyntaxError("an object has the same name twice");
  return value;
}
