import { describe, expect, test } from "vitest";
import { cleanStyleAttribute, cleanStyleSheet } from "./clean-css.ts";

const resources: string[] = [];
const context = { scheme: "light" as const, onResource: (url: string) => void resources.push(url) };
const style = (css: string): string => cleanStyleAttribute(css, context);
const sheet = (css: string): string => cleanStyleSheet(css, context);

test("what messages need stays", () => {
  const css =
    'color:#333;font:bold 14px/1.4 Arial, "Helvetica Neue", sans-serif;padding:0 8px!important;width:calc(100% - 20px)';
  expect(style(css)).toBe(
    'color:#333;font:bold 14px/1.4 Arial, "Helvetica Neue", sans-serif;padding:0 8px!important;width:calc(100% - 20px)',
  );
});

test.each([
  "background:url(https://a.example/x)",
  "background:u\\72l(https://a.example/x)",
  "background:u\\000072l('https://a.example/x')",
  "background:image-set('https://a.example/x' 1x)",
  "background:-webkit-image-set(url(x) 1x)",
  "background-image:cross-fade(url(x), red)",
  "width:expression(alert(1))",
  "width:exp/**/ression(alert(1))",
  "color:var(--x)",
  "--x:url(https://a.example/x)",
  "position:fixed",
  "p\\6fsition:fixed",
  "position:sticky;position:absolute",
  "transform:scale(9)",
  "z-index:9",
  "behavior:url(#x)",
  "-moz-binding:url(#x)",
  "content:url(x)",
  "cursor:url(x), auto",
  "filter:url(#x)",
  "margin:-100px",
  "margin-left:calc(0px - 100px)",
  "height:100vh",
  // Two tokens that would be one where they are written next to each other, and words that would be numbers.
  "height:\\31 00vh",
  "height:\\31 0/**/0vh",
  "margin:0-500px",
  "margin:0/**/-500px",
  "margin:auto-500px",
  "margin:0 \\2d 500px",
  "margin:1px\\2d 500px",
  "margin:-/**/500px",
  "margin:+/**/-500px",
  "width:calc(1px//**/* 2)",
  "animation:x 1s",
  "color:red}body{display:none",
  "color:red</style><script>",
  "background:attr(x)",
  "background:url (x)",
  "list-style-image:url(x)",
])("%j goes", (css) => {
  expect(style(css)).toBe("");
});

test("no comment begins in one declaration and ends in the next", () => {
  expect(style("margin:0//**/*;text-indent:*/-500px")).not.toMatch(/\/\*|margin/);
  expect(sheet("p{font:1px//**/*;color:red} a{text-indent:*/-9px}")).not.toContain("/*");
});

/** Pieces that change their meaning by what they stand next to. */
const pieces =
  "0|1|1e|3|px|v|h|-|+|-5px|.5|%|*|/|/**/|\\31 |\\2d |\\28 |a|calc(|min(|rgb(|url(|url(x)|(|)|,|#fff|#|'x'|\"|!important|;|:| |\n|\\|margin|color|width|{|}|@|<!--|-->|é|--x".split(
    "|",
  );

test("what is given out is read again as it was meant: cleaned once more it stays the same", () => {
  let seed = 7;
  const below = (count: number): number => (seed = (seed * 48_271) % 2_147_483_647) % count;
  for (let round = 0; round < 5_000; round++) {
    const value = Array.from({ length: 1 + below(9) }, () => pieces[below(pieces.length)]).join("");
    const once = style(`${["margin", "width", "font", "background"][below(4)]}:${value}`);
    expect(style(once)).toBe(once);
    expect(once.replaceAll(/"[^"]*"/g, "")).not.toMatch(/\/\*|margin:[^;]*-/);
  }
});

test("tokens next to each other stay two", () => {
  expect(style("height:100v/**/h")).toBe("height:100v h");
  expect(style("padding:1px/**/2px;font-family:Arial/**/,/**/'B'/**/serif;border:1px/**/solid/**/#fff")).toBe(
    'padding:1px 2px;font-family:Arial,"B" serif;border:1px solid #fff',
  );
});

test("one bad declaration does not take the next with it", () => {
  expect(style("background:url(x;y);color:red; foo; margin:4px")).toBe("color:red;margin:4px");
});

test("addresses are heard of wherever they hide", () => {
  resources.length = 0;
  style("background:url(https://a.example/1);mask:url('https://a.example/2')");
  sheet(
    "@import 'https://a.example/3'; @import url(https://a.example/4); @font-face{src:url(https://a.example/5)} p{cursor:u\\72l(https://a.example/6)}",
  );
  expect(resources).toEqual([1, 2, 3, 4, 5, 6].map((n) => `https://a.example/${n}`));
});

describe("sheets", () => {
  test("rules and @media stay, other at-rules go", () => {
    expect(
      sheet(
        "@charset 'x'; @import 'y'; @font-face{src:url(x)} @keyframes k{from{color:red}} p{color:red} @media only screen and (max-width: 600px){.a>b{width:100%!important}} @supports (color:red){p{color:blue}}",
      ),
    ).toBe("p{color:red}@media only all and (max-width: 600px){.l-a>b{width:100%!important}}");
  });

  test("paper gets what the screen shows", () => {
    expect(sheet("@media print{p{display:none}}@media not screen{p{color:red}}")).toBe(
      "@media speech{p{display:none}}@media not all{p{color:red}}",
    );
  });

  test.each(["p::first-line", "p:first-letter", "p::before"])(
    "%j is no selector: its text could not be measured",
    (selector) => {
      expect(sheet(`${selector}{font-size:0}`)).toBe("");
    },
  );

  test("selectors are rebuilt", () => {
    expect(sheet("#outlook a, .a\\:b, [class*='x'], [class=y], a:hover, td:nth-child(2n+1){color:red}")).toBe(
      '#l-outlook a, .l-a\\3a b, [class*="x"], [class="l-y"], a:hover, td:nth-child(2n+1){color:red}',
    );
  });

  test.each(["p:has(a)", "::part(x)", "p{", "@media{", "a::before", "\\3c /style", "</style>"])(
    "what is unusual goes: %j",
    (selector) => {
      expect(sheet(`${selector}{color:red}`)).not.toContain("<");
      expect(sheet(`${selector}{content:"x"}`)).toBe("");
    },
  );

  test("comments for old mail programs are no obstacle", () => {
    expect(sheet("<!-- p{color:red} /* x */ -->")).toBe("p{color:red}");
  });

  test("a sheet of braces only ends", () => {
    expect(sheet("{".repeat(10_000))).toBe("");
    expect(sheet("@media x{".repeat(1_000))).toBe("");
  });
});

describe("images behind the text", () => {
  const png = "data:image/png;base64,iVBORw0KGgo=";
  const asked: string[] = [];
  const shown = {
    ...context,
    backgroundFor: (url: string) => {
      asked.push(url);
      return png;
    },
  };
  const gone = { ...context, backgroundFor: () => undefined };

  test.each([
    [
      "background:#fff url(https://a.example/x) no-repeat",
      `background:#fff url("${png}") no-repeat`,
      "background:#fff no-repeat",
    ],
    ["background-image:u\\72l('https://a.example/x')", `background-image:url("${png}")`, ""],
    ["background:url(a), red", `background:url("${png}"), red`, "background:red"],
    [
      "background-image:url(a), linear-gradient(red, blue), url(b)",
      `background-image:url("${png}"), linear-gradient(red, blue), url("${png}")`,
      "background-image:linear-gradient(red, blue)",
    ],
    ["background-image:linear-gradient(url(a), red)", "", ""],
    ["background-image:image-set('a' 1x)", "", ""],
    ["list-style:url(a)", "", ""],
    ["border-image:url(a)", "", ""],
  ])("%s: the image stands there, or nothing", (css, withImage, without) => {
    expect(cleanStyleAttribute(css, shown)).toBe(withImage);
    expect(cleanStyleAttribute(css, gone)).toBe(without);
  });

  test("of a sheet too, and the address is heard of", () => {
    asked.length = 0;
    expect(cleanStyleSheet("@media screen{.a{background:url(https://a.example/x)}}", shown)).toBe(
      `@media all{.l-a{background:url("${png}")}}`,
    );
    expect(asked).toEqual(["https://a.example/x"]);
  });

  test.each([
    "https://a.example/x",
    "data:image/svg+xml,<svg/>",
    'data:image/png;base64,x"),url(https://a.example/x',
    "data:text/html;base64,xxxx",
    "data:image/png,raw",
    "",
  ])("%s is never written, whoever gives it", (data) => {
    expect(cleanStyleAttribute("background:url(x)", { ...context, backgroundFor: () => data })).toBe("");
  });
});
