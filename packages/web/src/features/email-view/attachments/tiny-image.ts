/** Tracking images: one or two pixels, or nothing visible, once they are loaded. */

/** Octets; an image of one pixel is not larger. */
const largestBytes = 200_000;
/** In px. */
const largestSide = 2;

export const isTinySize = ({ width, height }: { width: number; height: number }): boolean =>
  width <= largestSide || height <= largestSide;

/** An image that cannot be decoded counts as empty here, but may be displayed elsewhere. */
export async function isTinyImage(image: Blob): Promise<boolean> {
  if (image.size > largestBytes) return false;
  try {
    const bitmap = await createImageBitmap(image);
    const isTiny = isTinySize(bitmap);
    bitmap.close();
    return isTiny;
  } catch {
    return false;
  }
}
