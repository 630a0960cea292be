/** Quoted-printable (RFC 2045 §6.7), tolerant: lower-case digits, soft breaks with white space, lone "=". */

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const EQUALS = 0x3d;

const hex = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  hex[digit.toString(16).charCodeAt(0)] = digit;
  hex[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** The offset after the line break at `pos`, or `pos` where there is none. */
function skipBreak(content: Uint8Array, pos: number): number {
  if (content[pos] === LF) return pos + 1;
  if (content[pos] !== CR) return pos;
  return content[pos + 1] === LF ? pos + 2 : pos + 1;
}

/** Writes the decoded octets to `out`, if given, and returns their number. */
function run(content: Uint8Array, out: Uint8Array | null): number {
  const end = content.length;
  let to = 0;
  let at = 0;
  while (at < end) {
    const byte = content[at]!;
    if (byte === SPACE || byte === TAB) {
      let next = at + 1;
      while (next < end && (content[next] === SPACE || content[next] === TAB)) next++;
      // White space at the end of a line was added in transport (rule 3).
      const isTrailing = next >= end || content[next] === LF || content[next] === CR;
      if (isTrailing) at = next;
      for (; at < next; at++, to++) if (out) out[to] = content[at]!;
    } else if (byte !== EQUALS) {
      if (out) out[to] = byte;
      to++;
      at++;
    } else if (at + 2 < end && hex[content[at + 1]!]! >= 0 && hex[content[at + 2]!]! >= 0) {
      if (out) out[to] = (hex[content[at + 1]!]! << 4) | hex[content[at + 2]!]!;
      to++;
      at += 3;
    } else {
      let next = at + 1;
      while (next < end && (content[next] === SPACE || content[next] === TAB)) next++;
      const behind = skipBreak(content, next);
      if (behind > next || next >= end) {
        at = behind;
      } else {
        if (out) out[to] = EQUALS;
        to++;
        at++;
      }
    }
  }
  return to;
}

export const sizeOfQuotedPrintable = (content: Uint8Array): number => run(content, null);

export function decodeQuotedPrintable(content: Uint8Array): Uint8Array {
  const out = new Uint8Array(content.length);
  return out.subarray(0, run(content, out));
}
