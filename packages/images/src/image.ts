/** The properties of an image that are found without decoding it. */

/** An image without its metadata. */
export interface CleanImage {
  /** Media type, by the file's content. */
  type: string;
  width: number;
  height: number;
  /** It moves: its pixels are more than one picture. */
  isAnimated: boolean;
  /** The same compressed image data, without location, time, device, text and other images. */
  bytes: Uint8Array;
}

/**
 * damaged: it ends too early, or its parts contradict each other. tooManyPixels: decoding it needs too much memory.
 * notCleanable: a format that may contain a location and cannot be cleaned here.
 */
export type ImageFault = "damaged" | "tooManyPixels" | "notCleanable";

/** More than the largest camera has (200 million), less than 20,000 × 20,000. */
export const MAX_PIXELS = 2 ** 28;

/** @returns the fault of an image of this size, if there is one */
export function faultOfSize(width: number, height: number): ImageFault | undefined {
  if (width === 0 || height === 0) return "damaged";
  return width * height > MAX_PIXELS ? "tooManyPixels" : undefined;
}
