import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { isEqual, latin1, little32 } from "./octets.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

function bitmap(bytes: Uint8Array): CleanImage | ImageFault {
  // The height is negative in files that are stored from the top down.
  const [width, height] = [little32(bytes, 18), Math.abs(little32(bytes, 22) | 0)];
  return faultOfSize(width, height) ?? { type: "image/bmp", width, height, isAnimated: false, bytes };
}

/** Formats of phones, cameras and scanners that may contain a location, which is not searched for here. */
const notCleanable = (): ImageFault => "notCleanable";

interface Kind {
  /** One character per octet; "?" matches any. */
  signature: string;
  clean(bytes: Uint8Array): CleanImage | ImageFault;
}

const boxed = "avif avis heic heix heim heis hevc hevx hevm hevs mif1 mia1 msf1".split(" ");
const kinds: readonly Kind[] = [
  { signature: "\x89PNG\r\n\x1a\n", clean: cleanPng },
  { signature: "\xff\xd8\xff", clean: cleanJpeg },
  { signature: "GIF87a", clean: cleanGif },
  { signature: "GIF89a", clean: cleanGif },
  { signature: "RIFF????WEBP", clean: cleanWebp },
  { signature: "BM????\0\0\0\0", clean: bitmap },
  { signature: "II*\0", clean: notCleanable },
  { signature: "II+\0", clean: notCleanable },
  { signature: "MM\0*", clean: notCleanable },
  { signature: "MM\0+", clean: notCleanable },
  ...boxed.map((brand) => ({ signature: `????ftyp${brand}`, clean: notCleanable })),
];

function kindOf(bytes: Uint8Array): Kind | undefined {
  const head = latin1(bytes, 0, 16);
  const begins = ({ signature }: Kind): boolean =>
    head.length >= signature.length && Array.from(signature).every((char, at) => char === "?" || char === head[at]);
  return kinds.find(begins);
}

/**
 * Removes metadata and everything after the image's end. Pixels and orientation are unchanged.
 * Depends on the content alone, not on a file's name or type. Linear in the size; decodes nothing.
 * @returns the fault of a file that begins like an image but must not be sent; undefined for other files
 */
export function cleanImage(bytes: Uint8Array): CleanImage | ImageFault | undefined {
  const image = kindOf(bytes)?.clean(bytes);
  return typeof image === "object" && isEqual(image.bytes, bytes) ? { ...image, bytes } : image;
}
