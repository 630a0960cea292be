/** A picture that can be made smaller. */
import type { Page } from "@playwright/test";
import { jpegExif } from "../../packages/images/test/support/images.ts";

/** 2400 by 1800 pixels that no encoder can make small, as a camera held upright writes them: turned by its data. */
export async function photograph(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2400, 1800];
    const context = canvas.getContext("2d")!;
    const pixels = context.createImageData(2400, 1800);
    let state = 1;
    for (let at = 0; at < pixels.data.length; at++) {
      state = (state * 48271) % 2147483647;
      pixels.data[at] = at % 4 === 3 ? 255 : state & 255;
    }
    context.putImageData(pixels, 0, 0);
    return canvas.toDataURL("image/jpeg", 0.9).split(",")[1]!;
  });
  const jpeg = Buffer.from(base64, "base64");
  return Buffer.concat([jpeg.subarray(0, 2), jpegExif(6), jpeg.subarray(2)]);
}
