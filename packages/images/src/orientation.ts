/** The orientation: the only EXIF data that affects how an image is displayed (EXIF 2.32 §4.6.4, TIFF 6.0). */
import { big16, big32, latin1, little16, little32, octetsOf } from "./octets.ts";

const ORIENTATION = 0x0112;
const MAX_ENTRIES = 1000;
/** Precedes the data in a JPEG, and by mistake in other files. */
export const exifPrefix = "Exif\0\0";

/** 1 to 8; 1 (upright) where the data has none or cannot be read. `data` may begin with `exifPrefix`. */
export function orientationOf(data: Uint8Array): number {
  const tiff = latin1(data, 0, 6) === exifPrefix ? data.subarray(6) : data;
  const order = latin1(tiff, 0, 4);
  if (order !== "MM\0*" && order !== "II*\0") return 1;
  const isBig = order.startsWith("M");
  const [read16, read32] = isBig ? [big16, big32] : [little16, little32];
  const directory = read32(tiff, 4);
  const count = Math.min(read16(tiff, directory), MAX_ENTRIES);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (read16(tiff, entry) !== ORIENTATION) continue;
    const value = read16(tiff, entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data with the orientation alone; undefined for an upright image. */
export const orientationData = (orientation: number): Uint8Array | undefined =>
  orientation === 1
    ? undefined
    : octetsOf(`MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`);
