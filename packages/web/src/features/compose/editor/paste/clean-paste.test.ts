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
      "A link <https://mail.example/page>",
      "Apples | 3",
    ].join("\n"),
  );
  expect(toHtml(doc)).toContain("<b>Отчёт</b>");
  expect(toHtml(doc)).toContain("<b>Bold</b>");
  expect(toHtml(doc)).toContain("<i>italic</i>");
  expect(toHtml(doc)).not.toMatch(/mso|class|font|color|o:p|file:/i);
});

test("Google Docs: what surrounds it makes nothing bold", () => {
  const doc = pasted(fixture("google-docs"));
  expect(toText(doc)).toBe(
    ["Plan", "Bold and italic", "", "• First", "  • Under it", "A link <https://mail.example/page>", "Apples | 3"].join(
      "\n",
    ),
  );
  expect(toHtml(doc)).toContain("<b>Plan</b>");
  expect(toHtml(doc)).toContain("<b>Bold</b> and <i>italic</i>");
  expect(toHtml(doc)).not.toMatch(/<u>|style="(?!margin: 0px;")/);
});

test("Excel: a line a row", () => {
  expect(toText(pasted(fixture("excel")))).toBe("Товар | Цена | Итого\nЯблоки | 12,50 |");
});

test("a table of one column is what stands in it", () => {
  const layout = "<table><tr><td><p>One</p><p>Two</p></td></tr><tr><td>Three</td></tr></table>";
  expect(toText(pasted(layout))).toBe("One\nTwo\nThree");
});

test("the editor's own text is left as it is", () => {
  const own = '<p data-pm-slice="1 1 []">a<br>b</p>';
  expect(cleanPaste(own)).toBe(own);
});
