/** JPEG (ITU-T T.81 annex B): removes segments that the pixels do not depend on, and everything after the image. */
import { big16, byteAt, joined, latin1, octetsOf, Stretches } from "./octets.ts";
import { exifPrefix, orientationData, orientationOf } from "./orientation.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APP0 = 0xe0;
const COMMENT = 0xfe;

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The application segments that affect colours (JFIF, ICC.1 annex B.4, Adobe technical note 5116). */
const colourSegments: Record<number, string> = { [APP0]: "JFIF\0", 0xe2: "ICC_PROFILE\0", 0xee: "Adobe" };

const isKept = (marker: number, data: Uint8Array): boolean => {
  if (marker < APP0) return true;
  const name = colourSegments[marker];
  return marker <= 0xef && name !== undefined && latin1(data, 0, name.length) === name;
};

/** The end of the compressed data: the next marker that is no restart, or the end of the file. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = byteAt(bytes, at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

const segment = (marker: number, data: Uint8Array): Uint8Array =>
  joined([Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff), data]);

/** Removes the thumbnail from a JFIF segment: it may show parts that were cropped from the image. */
const withoutThumbnail = (data: Uint8Array): Uint8Array =>
  joined([data.subarray(0, Math.min(12, data.length)), new Uint8Array(2)]);

export function cleanJpeg(bytes: Uint8Array): CleanImage | ImageFault {
  const rest = new Stretches(bytes);
  let intro: Uint8Array | undefined;
  let orientation = 1;
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  let at = 2;
  for (;;) {
    if (byteAt(bytes, at) !== 0xff) return "damaged";
    while (byteAt(bytes, at + 1) === 0xff) at++;
    const marker = byteAt(bytes, at + 1);
    if (marker === END) break;
    const end = at + 2 + big16(bytes, at + 2);
    if (marker === START || marker === 0 || isRestart(marker) || end < at + 4 || end > bytes.length) return "damaged";
    const data = bytes.subarray(at + 4, end);
    if (isFrame(marker)) {
      size ??= { height: big16(data, 1), width: big16(data, 3) };
      const fault = faultOfSize(big16(data, 3), big16(data, 1));
      if (fault) return fault;
    }
    if (marker === 0xe1 && orientation === 1 && latin1(data, 0, 6) === exifPrefix) orientation = orientationOf(data);
    if (marker === APP0 && isKept(marker, data)) intro ??= segment(marker, withoutThumbnail(data));
    else if (marker !== COMMENT && isKept(marker, data)) rest.add(at, end);
    at = end;
    if (marker !== SCAN) continue;
    hasScan = true;
    at = endOfScan(bytes, end);
    rest.add(end, at);
  }
  if (!size || !hasScan) return "damaged";
  const exifData = orientationData(orientation);
  const exif = exifData && segment(0xe1, joined([octetsOf(exifPrefix), exifData]));
  const file = [Uint8Array.of(0xff, START), intro, exif, rest.joined(), Uint8Array.of(0xff, END)];
  return { type: "image/jpeg", ...size, isAnimated: false, bytes: joined(file.filter((piece) => piece !== undefined)) };
}
