/** What is really on the screen: the pixels of a screenshot, read in Chromium itself. */
import type { JSHandle, Page } from "@playwright/test";

/** A PNG's pixels in `reader`, an empty page. */
const pixelsIn = (reader: Page, png: Buffer): Promise<JSHandle<ImageData>> =>
  reader.evaluateHandle(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  }, png.toString("base64"));

/** WCAG 2.2 relative luminance of the lightest pixel of a PNG, read in `reader`, an empty page. */
export async function lightestPixel(reader: Page, png: Buffer): Promise<number> {
  const pixels = await pixelsIn(reader, png);
  return pixels.evaluate(({ data }) => {
    const linear = Array.from({ length: 256 }, (_, value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    let lightest = 0;
    for (let at = 0; at < data.length; at += 4) {
      const one = 0.2126 * linear[data[at]!]! + 0.7152 * linear[data[at + 1]!]! + 0.0722 * linear[data[at + 2]!]!;
      lightest = Math.max(lightest, one);
    }
    return lightest;
  });
}

/** Less than this, of 255, is invisible: Chromium draws the edge of a rounded corner now one way, now another. */
const seen = 4;

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width, height and their product, as a PNG says it (RFC 2083 §4.1.1). */
export function sizeOf(png: Buffer): { width: number; height: number; pixels: number } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return { width, height, pixels: width * height };
}

/**
 * How many pixels of two PNGs differ so that it can be seen, compared in `reader`, an empty page; all where their sizes differ.
 * @param options.least difference of a colour that counts, of 255
 * @param options.within only what is wholly inside these rectangles is compared
 */
export async function differingPixels(
  reader: Page,
  one: Buffer,
  other: Buffer,
  { least = seen, within }: { least?: number; within?: readonly Region[] } = {},
): Promise<number> {
  return reader.evaluate(
    ({ first, second, limit, regions }) => {
      const { data, width, height } = first;
      if (width !== second.width || height !== second.height) return Math.max(data.length, second.data.length) / 4;
      let count = 0;
      for (const region of regions ?? [{ x: 0, y: 0, width, height }]) {
        const [right, bottom] = [region.x + region.width, region.y + region.height];
        for (let y = Math.ceil(region.y); y < Math.min(height, Math.floor(bottom)); y++) {
          for (let x = Math.ceil(region.x); x < Math.min(width, Math.floor(right)); x++) {
            const at = 4 * (y * width + x);
            const isSeen = [at, at + 1, at + 2].some((byte) => Math.abs(data[byte]! - second.data[byte]!) >= limit);
            if (isSeen) count++;
          }
        }
      }
      return count;
    },
    { first: await pixelsIn(reader, one), second: await pixelsIn(reader, other), limit: least, regions: within },
  );
}

/** Which part of a PNG is nearly white, leaving out these rectangles. */
export async function brightness(reader: Page, png: Buffer, without: readonly Region[]): Promise<number> {
  const pixels = await pixelsIn(reader, png);
  return pixels.evaluate((image, regions) => {
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.putImageData(image, 0, 0);
    for (const { x, y, width, height } of regions) context.clearRect(x - 1, y - 1, width + 2, height + 2);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let [bright, all] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      all++;
      if (Math.min(data[at]!, data[at + 1]!, data[at + 2]!) > 200) bright++;
    }
    return all === 0 ? 0 : bright / all;
  }, without);
}

/** Whether each cell of a code that a PNG shows, edge to edge, is black or white as it has to be. */
export async function showsCells(reader: Page, png: Buffer, cells: readonly (readonly boolean[])[]): Promise<boolean> {
  const pixels = await pixelsIn(reader, png);
  return pixels.evaluate(({ data, width }, expected) => {
    const size = width / expected.length;
    return expected.every((row, y) =>
      row.every((isBlack, x) => {
        const at = 4 * (Math.floor((y + 0.5) * size) * width + Math.floor((x + 0.5) * size));
        return data[at]! < 128 === isBlack;
      }),
    );
  }, cells);
}

/** WCAG 2.2 relative luminance of "#rrggbb" or "#rgb". */
export function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/gi, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
