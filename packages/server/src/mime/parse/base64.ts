/** Base64 of mail (RFC 2045 §6.8): line breaks, foreign characters and padding in the middle are skipped. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 64;
const BREAK = 65;
const FOREIGN = 66;

const classes = new Uint8Array(256).fill(FOREIGN);
for (let value = 0; value < PAD; value++) classes[ALPHABET.charCodeAt(value)] = value;
classes["=".charCodeAt(0)] = PAD;
for (const char of "\r\n\t ") classes[char.charCodeAt(0)] = BREAK;

/** Octets encoded by `count` characters between two paddings; a single character encodes none. */
const octets = (count: number): number => Math.floor((count * 3) / 4);

interface Measure {
  size: number;
  /** Only the alphabet and white space, with padding at the end only. */
  isClean: boolean;
}

function measure(content: Uint8Array): Measure {
  const end = content.length;
  let size = 0;
  let run = 0;
  let isClean = true;
  let isPadded = false;
  let at = 0;
  while (at < end) {
    const from = at;
    while (at < end && classes[content[at]!]! < PAD) at++;
    if (at > from) {
      run += at - from;
      if (isPadded) isClean = false;
      continue;
    }
    const value = classes[content[at++]!]!;
    if (value === PAD) {
      size += octets(run);
      run = 0;
      isPadded = true;
    } else if (value === FOREIGN) isClean = false;
  }
  return { size: size + octets(run), isClean };
}

export const sizeOfBase64 = (content: Uint8Array): number => measure(content).size;

export function decodeBase64(content: Uint8Array): Uint8Array {
  const { size, isClean } = measure(content);
  if (isClean) {
    const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("latin1");
    const fast = Buffer.from(text, "base64");
    if (fast.length === size) return fast;
  }
  return decodeSlowly(content, size);
}

function decodeSlowly(content: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let to = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < content.length; at++) {
    const value = classes[content[at]!]!;
    if (value < PAD) {
      held = ((held << 6) | value) & 0xffffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out[to++] = (held >> bits) & 0xff;
      }
    } else if (value === PAD) {
      // Chunks were encoded separately and concatenated: each starts over.
      bits = 0;
      held = 0;
    }
  }
  return out;
}
