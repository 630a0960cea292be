/** How far apart two colours are for the eye (WCAG 2.2, relative luminance), and colours laid over each other. */
import type { Colour } from "../css/colours.ts";

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = ({ red, green, blue }: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** 1 (the same) to 21 (black on white), of opaque colours. Colours as light as each other count by their hue too. */
export function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  const hue = Math.hypot(one.red - other.red, one.green - other.green, one.blue - other.blue);
  return Math.max((light + 0.05) / (dark + 0.05), 1 + hue / 2);
}

/** The colour that is seen where `ink` lies over an opaque `paper`. */
export function over(ink: Colour, paper: Colour): Colour {
  const mixed = (channel: "red" | "green" | "blue"): number =>
    ink[channel] * ink.alpha + paper[channel] * (1 - ink.alpha);
  return { red: mixed("red"), green: mixed("green"), blue: mixed("blue"), alpha: 1 };
}
