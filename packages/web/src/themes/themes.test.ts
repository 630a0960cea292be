import { describe, expect, test } from "vitest";
import {
  colour,
  contrast,
  derived,
  environment,
  ground,
  luminance,
  pages,
  sources,
  type Tokens,
} from "../../test/support/theme-colours.ts";
import firstPaint from "../first-paint.js?raw";
import {
  type Colour,
  darkCounterpart,
  formatColour,
  fromOklab,
  lightnessOf,
  parseColour,
  toOklab,
} from "../message-html/css/colours.ts";
import picture from "./anime.svg?raw";
import { colourThemes, specialThemes, themeNames } from "./index.ts";

const sheets = import.meta.glob<string>("../**/*.css", { query: "?raw", import: "default", eager: true });
const themes = Object.entries(pages);
const lightThemes = themes.filter(([name]) => sources[name]?.includes("color-scheme: light"));
const darkThemes = themes.filter(([name]) => sources[name]?.includes("color-scheme: dark"));

/** Words: 1.4.3. */
const words = 4.5;
/** Icons, borders of controls, focus: 1.4.11. */
const shapes = 3;

type Pair = [token: string, grounds: string[], ratio: number];

/** Surfaces of the page: list, message, popups, settings. */
const popups = ["popup", "hovered-popup on popup"];
const rows = ["container", "hovered-item", "selected-item"];
const onPage: Pair[] = [
  ["text-primary", [...rows, "pressed-item", ...popups, "pressed-popup on popup"], words],
  ["text-quiet", [...rows, ...popups], words],
  ["accent-text", [...rows, ...popups], words],
  ["danger", ["container", "hovered-item", "selected-item", ...popups], words],
  ["on-accent", ["accent", "hovered-accent", "pressed-accent"], words],
  ["on-danger", ["danger"], words],
  ["on-tooltip", ["tooltip"], words],
  ["accent", [...rows, "popup"], shapes],
  ["accent-text", ["accent 14% on container", "accent 14% on popup"], shapes],
  ["checkbox", [...rows, "popup"], shapes],
  ["on-accent", ["checkbox"], shapes],
  ["flag", [...rows, ...popups], shapes],
  ["focus", [...rows, ...popups], shapes],
  ["control-border", [...rows, ...popups], shapes],
  // What matches a search: the words on their tint, and the line under them.
  ["text-primary", rows.map((row) => `match on ${row}`), words],
  ["accent-text", rows.map((row) => `match on ${row}`), shapes],
  ["text-primary", ["match in a message on container"], words],
  ["accent-text", ["match in a message on container"], shapes],
];

/** Surfaces of the frame: body, navigation, header. */
const nav = ["hovered-nav", "pressed-nav"];
const header = ["header", "hovered-header on header", "header-field"];
const inFrame: Pair[] = [
  ["text-global", ["body", ...nav, "drop-target", ...header, "pressed-header on header"], words],
  ["text-primary", ["body", "hovered-popup on body"], words],
  ["text-quiet", ["body", "header", "hovered-nav"], words],
  ["placeholder-global", ["header-field"], words],
  ["on-accent", ["accent", "hovered-accent", "pressed-accent"], words],
  ["svg-fill", ["body", ...nav, "drop-target", ...header], shapes],
  ["accent", ["body", "header"], shapes],
  ["flag", ["header", "hovered-header on header"], shapes],
  ["focus", ["body", ...nav, ...header], shapes],
  ["logo-envelope", ["body", "header"], shapes],
  ["logo-tick", ["logo-envelope"], shapes],
];

/** The pairs that do not read, in words. */
function unreadable(tokens: Tokens, pairs: readonly Pair[]): string[] {
  return pairs.flatMap(([token, grounds, ratio]) =>
    grounds
      .map((layers) => ({ layers, ratio: contrast(colour(tokens, token), ground(tokens, layers)) }))
      .filter((pair) => pair.ratio < ratio)
      .map((pair) => `${token} on ${pair.layers}: ${pair.ratio.toFixed(2)} < ${ratio}`),
  );
}

/** As MarkedText.module.css writes it. */
const matchGround = "color-mix(in srgb, var(--accent) 20%, transparent)";

test("what matches a search has a line under it, in rows without the tint", () => {
  const [marked, row] = [
    sheets["../mail-ui/MarkedText.module.css"],
    sheets["../features/email-list/row/EmailListRow.module.css"],
  ];
  expect(marked).toContain(`background: ${matchGround};`);
  expect(marked).toContain("text-decoration: underline 2px var(--accent-text);");
  expect(row).toMatch(/\.text mark \{\s*background: none;\s*\}/);
});

/** A mixture that a component makes for itself. */
const withMixtures = (tokens: Tokens): Tokens => ({
  ...tokens,
  "accent 14%": "color-mix(in srgb, var(--accent) 14%, transparent)",
  match: matchGround,
  "match in a message": "color-mix(in srgb, var(--accent-text) 24%, transparent)",
});

test("every theme names the same tokens", () => {
  const names = Object.keys(pages["white"] ?? {});
  expect(names.length).toBeGreaterThan(14);
  for (const [, tokens] of themes) expect(Object.keys(tokens)).toEqual(names);
});

test("the list of themes is the list of pages: 16 colours and white, dark, anime", () => {
  expect([...themeNames].sort()).toEqual(Object.keys(pages).sort());
  expect(colourThemes).toHaveLength(16);
  expect(specialThemes).toEqual(["white", "dark", "anime"]);
});

test("white and dark hold the colours that are given", () => {
  expect(pages["white"]).toMatchObject({
    body: "#f6f7f8",
    "text-global": "#333333",
    "text-primary": "#333333",
    "text-secondary": "#a5a7ab",
    logo: "#005ff9",
  });
  expect(pages["dark"]).toMatchObject({
    body: "#19191a",
    header: "#232324",
    "text-global": "#ffffff",
    "text-primary": "#ffffff",
    "text-secondary": "#8c8e94",
  });
});

test("light themes have a white page and the logo's accent #005FF9, dark ones neither", () => {
  for (const [, tokens] of lightThemes) expect(tokens).toMatchObject({ container: "#ffffff", logo: "#005ff9" });
  for (const [, tokens] of darkThemes) expect(luminance(colour(tokens, "container"))).toBeLessThan(0.03);
  expect(lightThemes.length + darkThemes.length).toBe(19);
});

test("every theme looks different from every other", () => {
  const labs = themes.map(([name, tokens]) => [name, toOklab(colour(tokens, "body"))] as const);
  const close = labs.flatMap(([name, a], index) =>
    labs
      .slice(index + 1)
      .map(([other, b]) => ({ pair: `${name}, ${other}`, distance: Math.hypot(...a.map((value, i) => value - b[i]!)) }))
      // Two colours side by side are told apart from about 0.02 on.
      .filter(({ distance }) => distance < 0.04),
  );
  expect(close).toEqual([]);
});

describe.each(themes)("[WCAG 2.2 AA] %s", (_, page) => {
  test("what stands on the page reads", () => {
    expect(unreadable(withMixtures(environment(page, "page")), onPage)).toEqual([]);
  });
  test("what stands in the frame reads", () => {
    expect(unreadable(environment(page, "frame"), inFrame)).toEqual([]);
  });
});

test("[1.4.3] initials read on every colour that an address can have", () => {
  for (let hue = 0; hue < 360; hue++) {
    const shade = avatarColour(hue);
    expect(contrast(parseColour("white")!, shade)).toBeGreaterThanOrEqual(words);
  }
});

/** oklch(50% 0.12 hue), as Avatar.module.css writes it; Chromium clips what the screen cannot show. */
function avatarColour(hue: number): Colour {
  expect(sheets["../ui/avatar/Avatar.module.css"]).toContain("oklch(50% 0.12 var(--hue))");
  const angle = (hue * Math.PI) / 180;
  const [red, green, blue] = fromOklab(0.5, 0.12 * Math.cos(angle), 0.12 * Math.sin(angle)).map((channel) =>
    Math.min(1, Math.max(0, channel)),
  ) as [number, number, number];
  return { red, green, blue, alpha: 1 };
}

test("[1.4.3] white words read on a picture, even a white one", () => {
  const shade = colour(derived, "picture-shade");
  const white = parseColour("white")!;
  expect(contrast(white, ground({ ...derived, white: "#ffffff" }, "picture-shade on white"))).toBeGreaterThan(words);
  expect(shade.alpha).toBeLessThan(0.7);
});

test("the given secondary text colour is decoration: no rule writes words or icons in it", () => {
  const uses = Object.entries(sheets)
    .filter(([file]) => !file.startsWith("../themes/"))
    .flatMap(([file, css]) =>
      [...css.matchAll(/([\w-]+):[^;{}]*var\(--text-secondary\)/g)].map(([, property]) => `${file}: ${property}`),
    );
  expect(uses).not.toEqual([]);
  for (const use of uses) expect(use).toMatch(/: (?:background|fill)$/);
});

test("no style sheet asks for a token that no theme has", () => {
  // Of an avatar, of a label and of words in a colour, which each says for itself.
  const known = new Set([...Object.keys(pages["white"] ?? {}), ...Object.keys(derived), "hue", "label", "written"]);
  const unknown = Object.entries(sheets).flatMap(([file, css]) =>
    [...css.matchAll(/(color|background|border|outline|fill|stroke)[\w-]*:[^;{}]*?var\(--([\w-]+)/g)]
      .map(([, , name = ""]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: --${name}`),
  );
  expect(unknown).toEqual([]);
});

test("the first paint knows every theme and the colour of its header", () => {
  for (const [name, tokens] of themes) expect(firstPaint).toContain(`${name}: "${tokens["header"]}"`);
});

describe.each(darkThemes)("messages in %s", (_, page) => {
  const [white, ...tint] = toOklab(colour(page, "container"));
  const range = { white, black: lightnessOf(colour(page, "text-primary")), tint };
  const turned = (text: string) => darkCounterpart(parseColour(text)!, range);
  test.each(["#000000", "#333333", "#595959", "#0000ee", "#0b57d0", "#b00020", "#00695c", "#551a8b"])(
    "%s, which reads on white paper, reads when it is turned",
    (text) => {
      expect(contrast(turned(text), turned("#ffffff"))).toBeGreaterThanOrEqual(words);
      // Most messages leave the paper to the page.
      expect(contrast(turned(text), colour(page, "container"))).toBeGreaterThanOrEqual(words);
    },
  );
  test("white paper takes the colour of the page", () => {
    expect(formatColour(turned("#ffffff"))).toBe(page["container"]);
  });
  test("links, quotes and plain text read on the page", () => {
    for (const token of ["text-primary", "text-quiet", "accent-text"])
      expect(contrast(colour(page, token), colour(page, "container"))).toBeGreaterThanOrEqual(words);
  });
});

/** The pairs whose ground is `solid`, with glass in its place. */
const onGlass = (pairs: readonly Pair[], solid: string): Pair[] =>
  pairs.map(([token, grounds, ratio]) => [
    token,
    grounds
      .filter((layers) => layers === solid || layers.endsWith(` on ${solid}`))
      .map((layers) => `${layers}-glass on picture`),
    ratio,
  ]);

describe("the picture", () => {
  const colours = [...new Set(picture.match(/#[\da-f]{6}\b/gi))];

  test("is small", () => {
    expect(picture.length).toBeLessThan(60_000);
    expect(colours.length).toBeGreaterThan(20);
  });

  test.each(themes.filter(([, page]) => page["picture"] !== "none"))(
    "%s: what lies on glass reads, whatever part of the picture is under it",
    (_, page) => {
      const failures = colours.flatMap((under) => [
        ...unreadable({ ...withMixtures(environment(page, "page")), picture: under }, onGlass(onPage, "container")),
        ...unreadable({ ...environment(page, "frame"), picture: under }, onGlass(inFrame, "header")),
      ]);
      expect(failures).toEqual([]);
    },
  );
});
