/** I-JSON (RFC 7493), which every request is (RFC 8620 §1.5): what JSON.parse lets through, and I-JSON does not. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/** A surrogate without its other half (§2.1) can only come from an escape. */
function hasLoneSurrogate(text: string, value: unknown): boolean {
  // A string with one cannot be encoded, so stringify escapes it, in lower case; a lone backslash it writes twice.
  return /\\u[dD][89a-fA-F]/.test(text) && /(?<!\\)(\\\\)*\\ud[89a-f]/.test(JSON.stringify(value));
}

/** Where the string that begins at `start` ends: the offset of its quotation mark. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (text.charCodeAt(end - 1) === BACKSLASH) {
    let slashes = 1;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) break;
    end = text.indexOf('"', end + 1);
  }
  return end;
}

/** Names of members as they are written, of text that is JSON. */
function writtenNames(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === COLON) count++;
  }
  return count;
}

/** Names of members that are left when it has been read. */
function keptNames(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const members = Object.values(next) as unknown[];
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) if (typeof member === "object") open.push(member);
  }
  return count;
}

/**
 * Two readers of the same name twice (§2.3) may not agree which counts: what one of them has checked the other does not do.
 * @throws SyntaxError that says what is wrong, TypeError for what is not UTF-8
 */
export function parseIJson(body: Uint8Array): unknown {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  const value: unknown = JSON.parse(text);
  if (hasLoneSurrogate(text, value)) throw new SyntaxError("half of a surrogate pair");
  if (writtenNames(text) !== keptNames(value)) throw new SyntaxError("an object has the same name twice");
  return value;
}
