/** Images that need paper: a dark drawing on nothing cannot be seen on a dark page. */

/** Icons and logos; what is larger is a photograph, or brings its own ground. */
const largestBytes = 200_000;
/** Only these can be see-through. */
const seeThrough = /^image\/(?:png|gif|webp|avif)$/;
/** In px: enough to tell ink from ground. */
const side = 32;
const darkest = 0.35;
const leastGround = 0.1;

/** @param pixels red, green, blue and alpha of each, 0 to 255. @returns whether nearly all that is drawn is dark, on nothing */
export function isDarkOnNothing(pixels: Uint8ClampedArray): boolean {
  let [drawn, light, ground] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = pixels.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (alpha < 32) ground++;
    if (alpha < 128) continue;
    drawn++;
    if ((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 > darkest) light++;
  }
  return drawn > 0 && ground / (pixels.length / 4) > leastGround && light / drawn < 0.1;
}

/** @param image of a known type. An image that cannot be decoded is no drawing. */
export async function isDarkDrawing(image: Blob): Promise<boolean> {
  if (image.size > largestBytes || !seeThrough.test(image.type)) return false;
  try {
    const bitmap = await createImageBitmap(image, { resizeWidth: side, resizeHeight: side });
    const context = new OffscreenCanvas(side, side).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return context !== null && isDarkOnNothing(context.getImageData(0, 0, side, side).data);
  } catch {
    return false;
  }
}
