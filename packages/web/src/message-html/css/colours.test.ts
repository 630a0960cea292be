import { expect, test } from "vitest";
import { darkCounterpart, formatColour, lightnessOf, parseColour } from "./colours.ts";

const range = { white: 0.26, black: 0.97 };
const dark = (colour: string): string => formatColour(darkCounterpart(parseColour(colour)!, range));

test.each([
  ["#FFF", "#ffffff"],
  ["#0000ff80", "#0000ff80"],
  ["Teal", "#008080"],
  ["rgb(255, 0, 51)", "#ff0033"],
  ["rgb(100% 0% 20% / 50%)", "#ff003380"],
  ["hsl(120, 100%, 25%)", "#008000"],
])("%s is %s", (text, hex) => {
  expect(formatColour(parseColour(text)!)).toBe(hex);
});

test.each(["transparent", "currentcolor", "inherit", "#12", "rgb(var(--x))", "url(x)", ""])(
  "%j is no colour to change",
  (text) => {
    expect(parseColour(text)).toBeUndefined();
  },
);

test("light and dark change places, and what was darker is lighter", () => {
  const greys = ["#ffffff", "#f6f7f8", "#cccccc", "#999999", "#666666", "#333333", "#000000"];
  const lightness = greys.map((grey) => lightnessOf(parseColour(dark(grey))!));
  expect(lightness).toEqual([...lightness].sort((a, b) => a - b));
  expect(lightness[0]).toBeCloseTo(range.white, 1);
  expect(lightness.at(-1)).toBeCloseTo(range.black, 1);
});

test("a colour keeps its hue and its transparency", () => {
  const { red, green, blue, alpha } = parseColour(dark("#aa000080"))!;
  expect(red).toBeGreaterThan(green + 0.2);
  expect(Math.abs(green - blue)).toBeLessThan(0.2);
  expect(alpha).toBeCloseTo(0.5, 1);
});

/** WCAG 2.2: relative luminance. */
function luminance(text: string): number {
  const { red, green, blue } = parseColour(text)!;
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 §1.4.3. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

test.each(["#333333", "#555555", "#0055cc", "#aa0000", "#006600", "#000080"])(
  "text of %s on white still reads on dark",
  (text) => {
    expect(contrast(dark(text), dark("#ffffff"))).toBeGreaterThan(4.5);
  },
);
