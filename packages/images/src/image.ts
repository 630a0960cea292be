/** Facts about an image from its octets, without decoding a pixel. */

/** An image without its metadata, or why it cannot be one. */
export interface CleanImage {
  /** Media type, by what the file is. */
  type: string;
  width: number;
  height: number;
  /** The same compressed image data, without location, time, device, text and other images. */
  bytes: Uint8Array;
}

/**
 * damaged: it ends too early, or its parts contradict each other. tooManyPixels: decoding it needs too much memory.
 * notCleanable: a kind that may say where it was taken and cannot be cleaned here.
 */
export type ImageFault = "damaged" | "tooManyPixels" | "notCleanable";

/** Pixels of the largest camera (200 million) and some more; 20,000 × 20,000 is beyond. */
export const MAX_PIXELS = 2 ** 28;

/** @returns the fault of an image of that size, if it has one */
export function faultOfSize(width: number, height: number): ImageFault | undefined {
  if (width === 0 || height === 0) return "damaged";
  return width * height > MAX_PIXELS ? "tooManyPixels" : undefined;
}
