/** Pictures in fewer pixels. The browser decodes, scales and encodes them outside the page's thread. */
import { type CleanImage, cleanImage } from "@pismo/images";
import { Turns } from "../../../../store/turns.ts";

export const pictureSizes = ["large", "medium"] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** Pixels of the longer side: fills a screen, or half of one. */
export const longestSides: Readonly<Record<PictureSize, number>> = { large: 2048, medium: 1280 };

const JPEG_QUALITY = 0.85;
/** A picture that loses less is not worth the choice. */
const MOST_LEFT = 0.8;
/** Each takes four octets of memory while it is decoded. The largest photographs of most telephones have fifty million. */
const MOST_PIXELS = 3 * 2 ** 24;

/** Those that a canvas writes. */
const isWritten = (type: string): boolean => /^image\/(?:jpeg|png|webp)$/.test(type);

/** Whether it may be large enough for the choice, and is no file of one colour that is large only in pixels. */
export const mayBeLarge = ({ type, size }: { type: string; size: number }): boolean =>
  isWritten(type) && size > 400_000;

/**
 * By the header, before anything is decoded: whether there are pixels to spare, and not too many to decode. An
 * animation would stand still.
 */
export function isScalable(octets: Uint8Array): boolean {
  const image = cleanImage(octets);
  return typeof image === "object" && isStill(image) && Math.max(image.width, image.height) > longestSides.medium;
}

const isStill = ({ width, height, isAnimated }: CleanImage): boolean => !isAnimated && width * height <= MOST_PIXELS;

function isDecodable(octets: Uint8Array): boolean {
  const image = cleanImage(octets);
  return typeof image === "object" && isStill(image);
}

/** @returns undefined where the browser cannot write it */
async function written(bitmap: ImageBitmap, type: string): Promise<Blob | undefined> {
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(bitmap, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  // A browser that does not know the type writes another.
  return blob?.type === type ? blob : undefined;
}

async function scaled(whole: ImageBitmap, type: string, longest: number): Promise<Blob | undefined> {
  const factor = longest / Math.max(whole.width, whole.height);
  if (factor >= 1) return undefined;
  const bitmap = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * factor)),
    resizeHeight: Math.max(1, Math.round(whole.height * factor)),
    resizeQuality: "high",
  });
  try {
    return await written(bitmap, type);
  } finally {
    bitmap.close();
  }
}

/**
 * With a longer side of so many pixels at most.
 * @returns undefined where it is no larger, has too many pixels to decode, or cannot be written by the browser
 * @throws what the browser throws where it cannot be decoded
 */
export async function inPixels(data: Blob, type: string, longest: number): Promise<Blob | undefined> {
  if (!isDecodable(new Uint8Array(await data.arrayBuffer()))) return undefined;
  const whole = await createImageBitmap(data, { imageOrientation: "from-image" });
  try {
    return await scaled(whole, type, longest);
  } finally {
    whole.close();
  }
}

async function inSizes(data: Blob, type: string): Promise<Partial<Record<PictureSize, Blob>>> {
  const whole = await createImageBitmap(data, { imageOrientation: "from-image" });
  const made: Partial<Record<PictureSize, Blob>> = {};
  try {
    for (const size of pictureSizes) {
      const smaller = await scaled(whole, type, longestSides[size]);
      if (smaller && smaller.size < data.size * MOST_LEFT) made[size] = smaller;
    }
  } finally {
    whole.close();
  }
  return made;
}

/** Of all forms: a dozen photographs that are decoded at once fill the memory of a small machine. */
const turns = new Turns();

/**
 * The picture in each of the sizes that make it clearly smaller. It is upright: what its file says of being turned
 * (EXIF) is done to the pixels.
 * @param isWanted asked when its turn has come
 * @throws what the browser throws where it cannot be decoded
 */
export const shrink = (
  data: Blob,
  type: string,
  isWanted: () => boolean,
): Promise<Partial<Record<PictureSize, Blob>>> =>
  turns.take(async () =>
    isWanted() && isScalable(new Uint8Array(await data.arrayBuffer())) ? inSizes(data, type) : {},
  );
