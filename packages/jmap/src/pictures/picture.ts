/** What is found out about a picture from its octets, without decoding a pixel. */

/** A picture without what its file says beside it, or why it cannot be one. */
export interface CleanPicture {
  /** Media type, by what the file is. */
  type: string;
  width: number;
  height: number;
  /** The same picture, octet for octet as it was compressed, without place, time, device, words and other pictures. */
  bytes: Uint8Array;
}

/**
 * damaged: it ends too early, or its parts contradict each other. tooManyPixels: whoever opens it runs out of memory.
 * notCleanable: a kind that may say where it was taken and cannot be cleaned here.
 */
export type PictureFault = "damaged" | "tooManyPixels" | "notCleanable";

/** Pixels of the largest camera (200 million) and some more; 20,000 × 20,000 is beyond. */
export const MAX_PIXELS = 2 ** 28;

/** @returns the fault of a picture of that size, if it has one */
export function faultOfSize(width: number, height: number): PictureFault | undefined {
  if (width === 0 || height === 0) return "damaged";
  return width * height > MAX_PIXELS ? "tooManyPixels" : undefined;
}
