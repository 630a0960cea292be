import { cleanGif } from "./gif.ts";
import { cleanJpeg } from "./jpeg.ts";
import { isEqual, latin1, little32 } from "./octets.ts";
import { type CleanPicture, faultOfSize, type PictureFault } from "./picture.ts";
import { cleanPng } from "./png.ts";
import { cleanWebp } from "./webp.ts";

function bitmap(bytes: Uint8Array): CleanPicture | PictureFault {
  // The height is negative where the lines run downwards
  const [width, height] = [little32(bytes, 18), Math.abs(little32(bytes, 22) | 0)];
  return faultOfSize(width, height) ?? { type: "image/bmp", width, height, bytes };
}

/** Photographs of telephones, and what scanners and cameras write: where they say a place is not searched here. */
const notCleanable = (): PictureFault => "notCleanable";

const kinds: readonly [signature: RegExp, clean: (bytes: Uint8Array) => CleanPicture | PictureFault][] = [
  [/^\x89PNG\r\n\x1a\n/, cleanPng],
  [/^\xff\xd8\xff/, cleanJpeg],
  [/^GIF8[79]a/, cleanGif],
  [/^RIFF[^]{4}WEBP/, cleanWebp],
  [/^BM[^]{4}\0\0\0\0/, bitmap],
  [/^[^]{4}ftyp(?:avi[fs]|hei[cfmsx]|hev[cmsx]|mi[af]1|msf1)/, notCleanable],
  [/^(?:II\*\0|MM\0[*+]|II\+\0)/, notCleanable],
];

/** Whether a file begins like a picture that `cleanPicture` knows. */
export const beginsLikePicture = (bytes: Uint8Array): boolean => {
  const head = latin1(bytes, 0, 16);
  return kinds.some(([signature]) => signature.test(head));
};

/**
 * A picture without its metadata and without anything behind its end, its pixels as they were; how it is to be turned stays.
 * By its octets alone: neither name nor type of a file is asked. Linear in the size; decodes nothing.
 * @returns the fault of what begins like a picture and is none, or none to be sent; undefined for every other file
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | PictureFault | undefined {
  const head = latin1(bytes, 0, 16);
  const picture = kinds.find(([signature]) => signature.test(head))?.[1](bytes);
  return typeof picture === "object" && isEqual(picture.bytes, bytes) ? { ...picture, bytes } : picture;
}
