import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { isEqual, latin1, little32 } from "./octets.ts";
import { type CleanImage, faultOfSize, type ImageFault } from "./image.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

function bitmap(bytes: Uint8Array): CleanImage | ImageFault {
  // The height is negative where the lines run downwards
  const [width, height] = [little32(bytes, 18), Math.abs(little32(bytes, 22) | 0)];
  return faultOfSize(width, height) ?? { type: "image/bmp", width, height, bytes };
}

/** Photographs of telephones, and what scanners and cameras write: where they say a place is not searched here. */
const notCleanable = (): ImageFault => "notCleanable";

interface Kind {
  /** Octets as one character each; "?" stands for any. */
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
 * An image without its metadata and without anything behind its end, its pixels as they were; how it is to be turned stays.
 * By its octets alone: neither name nor type of a file is asked. Linear in the size; decodes nothing.
 * @returns the fault of what begins like an image and is none, or none to be sent; undefined for every other file
 */
export function cleanImage(bytes: Uint8Array): CleanImage | ImageFault | undefined {
  const image = kindOf(bytes)?.clean(bytes);
  return typeof image === "object" && isEqual(image.bytes, bytes) ? { ...image, bytes } : image;
}
