/** Paints the images of the sample Emails. */
import { disc, gradient, hills, mix, numbers, rectangle, ridge } from "./paint.ts";
import { createCanvas } from "./png.ts";
import type { Colour } from "./png.ts";

/** Mountains in the evening behind a lake. */
export function lakeAtSunset(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const shore = Math.round(height * 0.62);
  gradient(canvas, [44, 38, 92], [255, 170, 110], 0, shore);
  disc(canvas, width * 0.68, height * 0.5, height * 0.07, [255, 236, 190], height * 0.22);
  ridge(canvas, hills(height * 0.48, height * 0.16, width / 9, 1.2), [96, 74, 122], [150, 106, 130]);
  ridge(canvas, hills(height * 0.55, height * 0.09, width / 14, 3.1), [58, 52, 92], [74, 66, 104]);
  // The lake repeats the sky, darker, broken by small waves.
  const random = numbers(7);
  for (let y = shore; y < height; y++) {
    const depth = (y - shore) / (height - shore);
    const shift = Math.round(6 * depth * Math.sin(y / 2.5));
    for (let x = 0; x < width; x++) {
      const from = canvas.get(
        Math.max(0, Math.min(width - 1, x + shift)),
        Math.max(0, shore - 1 - Math.round((y - shore) * 0.9)),
      );
      canvas.set(x, y, mix(from, [24, 26, 60], 0.25 + 0.45 * depth + 0.06 * random()));
    }
  }
  return canvas.toPng();
}

/** A house in the country with apple trees. */
export function dacha(width = 560, height = 420): Buffer {
  const canvas = createCanvas(width, height);
  gradient(canvas, [116, 182, 236], [222, 240, 250], 0, height);
  for (const [x, y, size] of [
    [0.15, 0.16, 1],
    [0.22, 0.14, 1.3],
    [0.29, 0.17, 0.9],
    [0.72, 0.1, 0.8],
    [0.77, 0.09, 1],
  ] as const) {
    disc(canvas, width * x, height * y, height * 0.045 * size, [255, 255, 255], 10);
  }
  ridge(canvas, hills(height * 0.62, height * 0.04, width / 6, 0.4), [134, 190, 96], [92, 150, 66]);
  const [left, top, wall, tall] = [width * 0.38, height * 0.46, width * 0.3, height * 0.28];
  rectangle(canvas, left, top, wall, tall, [232, 196, 140]);
  for (let row = 0; row < tall; row += 14) rectangle(canvas, left, top + row, wall, 2, [206, 168, 112]);
  for (let row = 0; row < height * 0.18; row++) {
    const overhang = width * 0.03 - row * 0.06;
    const inset = (wall / 2) * (1 - row / (height * 0.18));
    rectangle(
      canvas,
      left + wall / 2 - (wall / 2 - inset) - overhang,
      top - height * 0.18 + row,
      2 * (wall / 2 - inset + overhang),
      1,
      [168, 74, 58],
    );
  }
  rectangle(canvas, left + wall * 0.62, top + tall * 0.42, wall * 0.2, tall * 0.58, [112, 74, 52]);
  rectangle(canvas, left + wall * 0.14, top + tall * 0.28, wall * 0.28, tall * 0.34, [255, 255, 255]);
  rectangle(canvas, left + wall * 0.16, top + tall * 0.32, wall * 0.24, tall * 0.26, [150, 204, 226]);
  const random = numbers(11);
  const unit = width / 800;
  for (const x of [0.12, 0.25, 0.82]) {
    rectangle(canvas, width * x - 8 * unit, height * 0.56, 16 * unit, height * 0.2, [110, 82, 60]);
    for (let leaf = 0; leaf < 26; leaf++) {
      const green: Colour = [70 + 40 * random(), 140 + 40 * random(), 60];
      disc(
        canvas,
        width * x + 120 * unit * (random() - 0.5),
        height * 0.5 + 110 * unit * (random() - 0.5),
        24 * unit,
        green,
        3,
      );
    }
    for (let apple = 0; apple < 9; apple++) {
      disc(
        canvas,
        width * x + 120 * unit * (random() - 0.5),
        height * 0.5 + 100 * unit * (random() - 0.5),
        7 * unit,
        [212, 48, 44],
        2,
      );
    }
  }
  return canvas.toPng();
}

/** A cat on a window sill. */
export function catOnSill(width = 480, height = 360): Buffer {
  const canvas = createCanvas(width, height);
  gradient(canvas, [250, 224, 176], [246, 190, 150]);
  rectangle(canvas, width * 0.1, height * 0.06, width * 0.8, height * 0.7, [255, 255, 255]);
  for (const column of [0, 1])
    rectangle(canvas, width * (0.13 + 0.385 * column), height * 0.1, width * 0.355, height * 0.62, [170, 210, 238]);
  rectangle(canvas, 0, height * 0.76, width, height * 0.05, [214, 160, 112]);
  const [x, y, unit] = [width * 0.42, height * 0.6, width / 640];
  const fur: Colour = [74, 70, 78];
  const dot = (right: number, down: number, radius: number, colour: Colour) =>
    disc(canvas, x + right * unit, y + down * unit, radius * unit, colour, 2);
  const bar = (right: number, down: number, wide: number, high: number, colour: Colour) =>
    rectangle(canvas, x + right * unit, y + down * unit, wide * unit, Math.max(1, high * unit), colour);
  dot(0, 40, 78, fur);
  dot(0, -62, 52, fur);
  for (const side of [-1, 1]) {
    for (let row = 0; row < 46; row++) bar(side * 34 - row * 0.4, row - 128, row * 0.8, 1, fur);
    dot(side * 20, -68, 11, [250, 214, 92]);
    bar(side * 20 - 2, -77, 5, 18, [20, 20, 24]);
    for (const row of [0, 8]) bar(side < 0 ? -74 : 24, row - 44, 50, 2, [235, 235, 235]);
  }
  dot(0, -48, 6, [240, 150, 160]);
  for (let step = 0; step < 150; step += 2) dot(70 + step, 96 - 26 * Math.sin(step / 34), 13, fur);
  return canvas.toPng();
}

/** A bar chart: heights from 0 to 1. */
export function barChart(values: readonly number[], bar: Colour, width = 600, height = 320): Buffer {
  const canvas = createCanvas(width, height);
  gradient(canvas, [255, 255, 255], [246, 248, 251]);
  for (let line = 0; line <= 4; line++)
    rectangle(canvas, 40, 30 + ((height - 70) * line) / 4, width - 60, 1, [220, 225, 232]);
  const step = (width - 70) / values.length;
  for (const [index, value] of values.entries()) {
    const tall = (height - 70) * value;
    for (let row = 0; row < tall; row++) {
      rectangle(
        canvas,
        50 + index * step,
        height - 40 - row,
        step * 0.62,
        1,
        mix(bar, [255, 255, 255], 0.35 * (1 - row / tall)),
      );
    }
  }
  rectangle(canvas, 40, height - 40, width - 60, 2, [120, 130, 145]);
  return canvas.toPng();
}

/** A banner of one colour family with dots: the head of a newsletter. */
export function banner(from: Colour, to: Colour, seed: number, width = 600, height = 180): Buffer {
  const canvas = createCanvas(width, height);
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) canvas.set(x, y, mix(from, to, (x + y) / (width + height)));
  const random = numbers(seed);
  for (let dot = 0; dot < 40; dot++) {
    const [x, y, radius] = [width * random(), height * random(), 3 + 18 * random()];
    disc(canvas, x, y, radius, mix(canvas.get(Math.floor(x), Math.floor(y)), [255, 255, 255], 0.35), 2);
  }
  return canvas.toPng();
}

/** Black and white squares that resemble the code on a ticket. */
export function squares(seed: number, count = 29, size = 8): Buffer {
  const canvas = createCanvas((count + 4) * size, (count + 4) * size);
  gradient(canvas, [255, 255, 255], [255, 255, 255]);
  const random = numbers(seed);
  const paint = (column: number, row: number, colour: Colour) =>
    rectangle(canvas, (column + 2) * size, (row + 2) * size, size, size, colour);
  for (let column = 0; column < count; column++) {
    for (let row = 0; row < count; row++) if (random() < 0.48) paint(column, row, [20, 20, 20]);
  }
  for (const [left, top] of [
    [0, 0],
    [count - 7, 0],
    [0, count - 7],
  ] as const) {
    for (let column = -1; column < 8; column++) {
      for (let row = -1; row < 8; row++) {
        const ring = Math.max(Math.abs(column - 3), Math.abs(row - 3));
        paint(left + column, top + row, ring === 3 || ring < 2 ? [20, 20, 20] : [255, 255, 255]);
      }
    }
  }
  return canvas.toPng();
}
