/** GIF89a: removes comments and application data other than the loop count, and everything after the trailer. */
import { byteAt, joined, latin1, little16, Stretches } from "./octets.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;

/** The size of the colour table that a flags octet announces. */
const tableSize = (flags: number): number => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

/** The offset after the data blocks that begin at `at`; beyond the file where they do not end. */
function afterBlocks(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && byteAt(bytes, end) !== 0) end += byteAt(bytes, end) + 1;
  return end + 1;
}

function isKept(bytes: Uint8Array, at: number): boolean {
  const label = byteAt(bytes, at + 1);
  if (label === APPLICATION) return /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(latin1(bytes, at + 3, at + 14));
  return label !== COMMENT;
}

export function cleanGif(bytes: Uint8Array): CleanImage | ImageFault {
  const [width, height] = [little16(bytes, 6), little16(bytes, 8)];
  let at = 13 + tableSize(byteAt(bytes, 10));
  const rest = new Stretches(bytes);
  rest.add(0, at);
  let images = 0;
  for (;;) {
    if (at >= bytes.length) return "damaged";
    const block = byteAt(bytes, at);
    if (block === TRAILER) break;
    let end: number;
    if (block === EXTENSION) end = afterBlocks(bytes, at + 2);
    else if (block === IMAGE) {
      const fault = faultOfSize(little16(bytes, at + 5), little16(bytes, at + 7));
      if (fault) return fault;
      end = afterBlocks(bytes, at + 11 + tableSize(byteAt(bytes, at + 9)));
      images++;
    } else return "damaged";
    if (block === IMAGE || isKept(bytes, at)) rest.add(at, end);
    at = end;
  }
  const fault = images > 0 ? faultOfSize(width, height) : "damaged";
  if (fault) return fault;
  const clean = joined([rest.joined(), Uint8Array.of(TRAILER)]);
  return { type: "image/gif", width, height, isAnimated: images > 1, bytes: clean };
}
