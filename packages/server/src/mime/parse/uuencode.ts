/** uuencode as a transfer encoding ("x-uuencode"): the lines between "begin" and "end". */
import { afterBreak, lineEnd } from "../headers/header-fields.ts";

const value = (byte: number | undefined): number => ((byte ?? 0x20) - 0x20) & 0x3f;

function isLine(content: Uint8Array, start: number, word: string): boolean {
  for (let at = 0; at < word.length; at++) if (content[start + at] !== word.charCodeAt(at)) return false;
  return true;
}

/** The first file in the content; the content itself where there is no "begin" line. */
export function decodeUuencode(content: Uint8Array): Uint8Array {
  const end = content.length;
  let pos = 0;
  while (pos < end && !isLine(content, pos, "begin ")) pos = afterBreak(content, lineEnd(content, pos, end), end);
  if (pos >= end) return content;
  const out = new Uint8Array(content.length);
  let to = 0;
  pos = afterBreak(content, lineEnd(content, pos, end), end);
  while (pos < end && !isLine(content, pos, "end")) {
    const stop = lineEnd(content, pos, end);
    const count = value(content[pos]);
    let left = Math.min(count, Math.ceil(((stop - pos - 1) * 3) / 4));
    for (let at = pos + 1; left > 0; at += 4) {
      const [a, b, c, d] = [at, at + 1, at + 2, at + 3].map((index) => value(index < stop ? content[index] : 0x20));
      const group = (a! << 18) | (b! << 12) | (c! << 6) | d!;
      for (let shift = 16; shift >= 0 && left > 0; shift -= 8, left--) out[to++] = (group >> shift) & 0xff;
    }
    pos = afterBreak(content, stop, end);
  }
  return out.subarray(0, to);
}
