// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fromHtml, toHtml, toText } from "../html.ts";
import { cleanPaste } from "./clean-paste.ts";

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, "fixtures", `${name}.clipboard`), "utf8");
const pasted = (html: string) => fromHtml(cleanPaste(html));

test("Word: headings, lists within lists, a table and a link", () => {
  const doc = pasted(fixture("word"));
  expect(toText(doc)).toBe(
    [
      "Отчёт",
      "Bold and italic",
      "",
      "• First",
      "  • Under it",
      "• Second",
      "1. One",
      "",
      "Итоги",
      "In the middle, white",
      "Yellow in green and black",
      "A link <https://mail.example/page>",
      "Apples | 3",
      "",
    ].join("\n"),
  );
  const html = toHtml(doc);
  expect(html).toMatch(/<h1 style="[^"]*">Отчёт<\/h1>/);
  expect(html).toMatch(
    /<h2 style="[^"]*text-align: right;"><span style="color: rgb\(47, 84, 150\);">Итоги<\/span><\/h2>/,
  );
  expect(html).toContain('<span style="color: rgb(192, 0, 0);"><b>Bold</b></span>');
  expect(html).toContain("<i>italic</i>");
  expect(html).toContain('<p style="text-align: center; margin: 0px;">In the middle, white</p>');
  // Neither is yellow to be read, nor is black a colour.
  expect(html).toContain(
    '<p style="text-align: justify; margin: 0px;">Yellow in <span style="color: rgb(0, 176, 80);">green </span>and black</p>',
  );
  expect(html).not.toMatch(/mso|class|font-family|background|windowtext|o:p|file:/i);
});

test("Google Docs: what surrounds it makes nothing bold", () => {
  const doc = pasted(fixture("google-docs"));
  expect(toText(doc)).toBe(
    [
      "Plan",
      "Bold and italic",
      "",
      "• First",
      "  • Under it",
      "A link <https://mail.example/page>",
      "Apples | 3",
      "",
    ].join("\n"),
  );
  expect(toHtml(doc)).toMatch(/<h2 style="[^"]*">Plan<\/h2>/);
  expect(toHtml(doc)).toContain('<span style="color: rgb(255, 0, 0);"><b>Bold</b></span> and <i>italic</i>');
  expect(toHtml(doc)).not.toMatch(/<u>|font-family|background|white-space|#1155cc|17, 85, 204/);
});

test("Excel: a table, with numbers where they stood", () => {
  const doc = pasted(fixture("excel"));
  expect(toText(doc)).toBe("Товар | Цена | Итого\nЯблоки | 12,50 |\n");
  const html = toHtml(doc);
  expect(html.match(/<td/g)).toHaveLength(6);
  expect(html).toMatch(/<p style="text-align: right[^"]*">12,50<\/p>/);
  expect(html).not.toMatch(/width|height|colspan|class/);
});

test("Google Sheets: cells that were merged stand apart", () => {
  const doc = pasted(fixture("google-sheets"));
  expect(toText(doc)).toBe("Plan |\nApples | 3\nPears | 4\n");
  expect(toHtml(doc).match(/<td/g)).toHaveLength(6);
  expect(toHtml(doc)).not.toMatch(/data-sheets|colspan|rowspan|font-family|overflow/);
});

test("a table of one column is what stands in it", () => {
  const layout = "<table><tr><td><p>One</p><p>Two</p></td></tr><tr><td>Three</td></tr></table>";
  expect(toText(pasted(layout))).toBe("One\nTwo\nThree");
});

test("the editor's own text is left as it is", () => {
  const own = '<p data-pm-slice="1 1 []">a<br>b</p>';
  expect(cleanPaste(own)).toBe(own);
});

test("lines stand where what is around them says, unless they say it themselves", () => {
  const html = toHtml(
    pasted(
      '<div style="text-align:center"><h3>One</h3><p align="left">Two</p><p style="text-align:right">Three</p></div>' +
        '<center>Four</center><div align="RIGHT">Five <b>bold</b></div><p style="text-align:-webkit-center">Six</p>' +
        '<div style="text-align:center"><div>Seven</div></div><p style="text-align:start">Eight</p>',
    ),
  );
  const found = [...html.matchAll(/<(h3|p) style="([^"]*)">(.*?)<\/\1>/g)].map(([, , style, text]) => [
    text!.replaceAll(/<[^>]*>/g, ""),
    /text-align: (\w+)/.exec(style!)?.[1],
  ]);
  expect(found).toEqual([
    ["One", "center"],
    ["Two", undefined],
    ["Three", "right"],
    ["Four", "center"],
    ["Five bold", "right"],
    ["Six", "center"],
    ["Seven", "center"],
    ["Eight", undefined],
  ]);
});

test("headings, colours and where lines stand come back from a draft as they were", () => {
  const doc = pasted(
    '<h2 align="center">A</h2><p style="text-align:right"><font color="#c00000">b</font></p><h6>C</h6>',
  );
  expect(fromHtml(toHtml(doc)).eq(doc)).toBe(true);
  expect(toText(doc)).toBe("A\nb\n\nC");
});
