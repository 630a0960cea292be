/** WebP (RFC 9649): removes chunks of the RIFF container that the pixels do not depend on. */
import { byteAt, joined, latin1, little16, little24, little32, octetsOf, Stretches } from "./octets.ts";
import { orientationData, orientationOf } from "./orientation.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";

const imageChunks = new Set(["VP8 ", "VP8L", "VP8X", "ANIM", "ANMF", "ALPH", "ICCP"]);
/** Flags of VP8X: §2.7.1. */
const EXIF = 0x08;
const XMP = 0x04;
const ANIMATION = 0x02;

const number32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);

/** [width, height] in a chunk that has them. */
function sizeIn(type: string, data: Uint8Array): [number, number] | undefined {
  if (type === "VP8X") return [little24(data, 4) + 1, little24(data, 7) + 1];
  if (type === "VP8 ") return [little16(data, 6) & 0x3fff, little16(data, 8) & 0x3fff];
  if (type !== "VP8L") return undefined;
  const bits = little32(data, 1);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

export function cleanWebp(bytes: Uint8Array): CleanImage | ImageFault {
  const rest = new Stretches(bytes);
  const stop = 8 + little32(bytes, 4);
  if (stop > bytes.length) return "damaged";
  let size: [number, number] | undefined;
  let hasFlags = false;
  let isAnimated = false;
  let orientation = 1;
  let hasImage = false;
  for (let at = 12; at + 8 <= stop;) {
    const type = latin1(bytes, at, at + 4);
    const length = little32(bytes, at + 4);
    const end = at + 8 + length + (length & 1);
    if (at + 8 + length > stop) return "damaged";
    const data = bytes.subarray(at + 8, at + 8 + length);
    const found = sizeIn(type, data);
    const fault = found && faultOfSize(...found);
    if (fault) return fault;
    size ??= found;
    hasImage ||= type === "VP8 " || type === "VP8L" || type === "ANMF";
    if (type === "EXIF") orientation = orientationOf(data);
    // The flags are ignored unless they come first (§2.7).
    if (type === "VP8X" && rest.isEmpty) {
      hasFlags = true;
      isAnimated = (byteAt(data, 0) & ANIMATION) !== 0;
    }
    if (imageChunks.has(type)) rest.add(at, Math.min(end, stop));
    at = end;
  }
  if (!size || !hasImage) return "damaged";
  const exifData = hasFlags ? orientationData(orientation) : undefined;
  const exif = exifData ? [octetsOf("EXIF"), number32(exifData.length), exifData] : [];
  const body = joined([octetsOf("WEBP"), rest.joined(), ...exif]);
  if (hasFlags) body[12] = (byteAt(body, 12) & ~(EXIF | XMP)) | (exifData ? EXIF : 0);
  const [width, height] = size;
  const clean = joined([octetsOf("RIFF"), number32(body.length), body]);
  return { type: "image/webp", width, height, isAnimated, bytes: clean };
}
