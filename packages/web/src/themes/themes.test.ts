import { describe, expect, test } from "vitest";
import { themeNames } from "./index.ts";

const files = import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true });
const pages = Object.fromEntries(
  Object.entries(files)
    .filter(([file]) => file !== "./derived.css")
    .map(([file, css]) => [file.slice(2, -4), tokensOf(css)]),
);

function tokensOf(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

/** WCAG 2.2: relative luminance of #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const onContainer = ["container", "popup", "hovered-item"];
const onBody = ["body", "header", "hovered-nav"];

/** What must be read, on what, and how well: 4.5 for text (1.4.3), 3 for icons, controls and focus (1.4.11). */
const pairs: [token: string, grounds: string[], ratio: number][] = [
  ["text-global", onBody, 4.5],
  ["text-primary", onContainer, 4.5],
  ["text-quiet", onContainer, 4.5],
  ["text-quiet-global", ["body", "header"], 4.5],
  ["accent-text", onContainer, 4.5],
  ["danger", onContainer, 4.5],
  ["on-accent", ["accent"], 4.5],
  ["on-danger", ["danger"], 4.5],
  ["on-tooltip", ["tooltip"], 4.5],
  ["svg-fill", onBody, 3],
  ["accent", ["container", "hovered-item", "body"], 3],
  ["checkbox", ["container", "hovered-item"], 3],
  ["flag", ["container", "hovered-item"], 3],
  ["focus", onContainer, 3],
  ["focus-global", onBody, 3],
  ["control-border", ["container", "popup"], 3],
  ["logo", ["header"], 3],
];

test("every theme names the same tokens", () => {
  const names = Object.keys(pages["white"] ?? {});
  expect(names.length).toBeGreaterThan(14);
  for (const tokens of Object.values(pages)) expect(Object.keys(tokens)).toEqual(names);
});

test("the list of themes is the list of pages", () => {
  expect([...themeNames].sort()).toEqual(Object.keys(pages).sort());
});

test("white and dark hold the colours that are given", () => {
  expect(pages["white"]).toMatchObject({
    body: "#f6f7f8",
    "text-global": "#333333",
    "text-secondary": "#a5a7ab",
    logo: "#005ff9",
  });
  expect(pages["dark"]).toMatchObject({
    body: "#19191a",
    header: "#232324",
    "text-global": "#ffffff",
    "text-secondary": "#8c8e94",
  });
});

describe.each(Object.entries(pages))("[WCAG 2.2 AA] %s", (_, tokens) => {
  test.each(pairs)("%s reads on %s", (token, grounds, ratio) => {
    for (const ground of grounds) {
      expect(contrast(tokens[token] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(ratio);
    }
  });
});
