/** Painting: shapes, gradients, and reproducible noise. */
import type { Canvas, Colour } from "./png.ts";

export function mix(a: Colour, b: Colour, share: number): Colour {
  const part = share < 0 ? 0 : share > 1 ? 1 : share;
  const rest = 1 - part;
  return [a[0] * rest + b[0] * part, a[1] * rest + b[1] * part, a[2] * rest + b[2] * part];
}

/** From `top` to `bottom` between two heights. */
export function gradient(canvas: Canvas, top: Colour, bottom: Colour, from = 0, to = canvas.height): void {
  for (let y = from; y < to; y++) {
    const colour = mix(top, bottom, (y - from) / (to - from));
    for (let x = 0; x < canvas.width; x++) canvas.set(x, y, colour);
  }
}

export function rectangle(canvas: Canvas, x: number, y: number, width: number, height: number, colour: Colour): void {
  for (let row = Math.round(y); row < y + height; row++) {
    for (let column = Math.round(x); column < x + width; column++) canvas.set(column, row, colour);
  }
}

/** A disc with a soft edge; `glow` pixels around it fade away. */
export function disc(canvas: Canvas, x: number, y: number, radius: number, colour: Colour, glow = 1): void {
  const reach = Math.ceil(radius + glow);
  for (let row = Math.max(0, Math.floor(y) - reach); row <= Math.min(canvas.height - 1, y + reach); row++) {
    for (let column = Math.max(0, Math.floor(x) - reach); column <= Math.min(canvas.width - 1, x + reach); column++) {
      const beyond = Math.hypot(column - x, row - y) - radius;
      if (beyond >= glow) continue;
      const share = beyond <= 0 ? 1 : (1 - beyond / glow) ** 2;
      canvas.set(column, row, mix(canvas.get(column, row), colour, share));
    }
  }
}

/** Fills everything below a skyline, shaded towards `foot`. */
export function ridge(canvas: Canvas, skyline: (x: number) => number, colour: Colour, foot: Colour = colour): void {
  for (let x = 0; x < canvas.width; x++) {
    const top = Math.max(0, Math.round(skyline(x)));
    for (let y = top; y < canvas.height; y++) canvas.set(x, y, mix(colour, foot, (y - top) / (canvas.height - top)));
  }
}

/** A hilly line: waves of falling height around `level`. */
export function hills(level: number, height: number, length: number, phase: number): (x: number) => number {
  return (x) =>
    level -
    height *
      (0.6 * Math.sin(x / length + phase) +
        0.3 * Math.sin((2.3 * x) / length + 2 * phase) +
        0.1 * Math.sin((7 * x) / length));
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
