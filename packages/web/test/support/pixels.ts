/** Screenshots compared, in Chromium itself. */
import type { Page } from "@playwright/test";

/** Differences below this, of 255, are invisible: the edges of glyphs are rounded, on their own colour too. */
const tolerance = 4;

/**
 * @param reader an empty page
 * @param one, other PNGs in base64
 */
export function doPixelsDiffer(reader: Page, one: string, other: string): Promise<boolean> {
  return reader.evaluate(
    async ([images, most]) => {
      const [before, after] = await Promise.all(
        images.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      return before!.length !== after!.length || before!.some((value, at) => Math.abs(value - after![at]!) > most);
    },
    [[one, other], tolerance] as const,
  );
}
