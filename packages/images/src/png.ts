/** PNG (third edition): removes chunks that the pixels do not depend on, and everything after IEND. */
import { big32, joined, latin1, octetsOf, Stretches } from "./octets.ts";
import { orientationData, orientationOf } from "./orientation.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";

/** Image data, colours and animation; not text, times and unregistered chunks. */
const imageChunks = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
);

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
const crcOf = (bytes: Uint8Array): number =>
  (bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8), 0xffff_ffff) ^ 0xffff_ffff) >>> 0;
const number32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined([octetsOf(type), data]);
  return joined([number32(data.length), named, number32(crcOf(named))]);
}

export function cleanPng(bytes: Uint8Array): CleanImage | ImageFault {
  const before = new Stretches(bytes);
  const image = new Stretches(bytes);
  before.add(0, 8);
  let hasPixels = false;
  let isAnimated = false;
  const [width, height] = [big32(bytes, 16), big32(bytes, 20)];
  let orientation = 1;
  let at = 8;
  for (let type = ""; type !== "IEND";) {
    const length = big32(bytes, at);
    type = latin1(bytes, at + 4, at + 8);
    const end = at + 12 + length;
    const isOdd = !/^[A-Za-z]{4}$/.test(type) || (type === "IHDR") !== (at === 8) || end > bytes.length;
    if (isOdd) return "damaged";
    if (type === "IHDR") {
      const fault = length === 13 ? faultOfSize(width, height) : "damaged";
      if (fault) return fault;
    }
    if (type === "eXIf") orientation = orientationOf(bytes.subarray(at + 8, end - 4));
    // An unknown critical chunk (§14.2).
    else if (/^[A-Z]/.test(type) && !imageChunks.has(type)) return "damaged";
    else if (imageChunks.has(type)) {
      hasPixels ||= type === "IDAT";
      // §11.3.6.1: behind the pixels it counts for nothing.
      isAnimated ||= type === "acTL" && !hasPixels;
      (hasPixels ? image : before).add(at, end);
    }
    at = end;
  }
  if (!hasPixels) return "damaged";
  const exifData = orientationData(orientation);
  const exif = exifData ? [chunk("eXIf", exifData)] : [];
  const clean = joined([before.joined(), ...exif, image.joined()]);
  return { type: "image/png", width, height, isAnimated, bytes: clean };
}
