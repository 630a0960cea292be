// @vitest-environment jsdom
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { expect, test } from "vitest";
import { directionOf, directions } from "./direction.ts";
import { fromHtml, toHtml } from "./html.ts";

test.each([
  ["שלום עולם", "rtl"],
  ["«مرحبا» world", "rtl"],
  ["12, Hello שלום", "ltr"],
  ["Привет", "ltr"],
  ["12 … 🎉", undefined],
] as const)("%s is read %s", (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

const mixed =
  "<p>Hello</p><p>שלום</p><ul><li><p>אחת</p></li><li><p>two</p></li></ul><ul><li><p>one</p></li><li><p>שתיים</p></li></ul>";

test("what is sent says it where lines are read from the right, and nowhere else", () => {
  const html = toHtml(fromHtml(mixed)).replaceAll(/ style="[^"]*"/g, "");
  expect(html).toBe(
    '<p>Hello</p><p dir="rtl">שלום</p><ul dir="rtl"><li><p>אחת</p></li><li><p dir="ltr">two</p></li></ul>' +
      '<ul><li><p>one</p></li><li><p dir="rtl">שתיים</p></li></ul>',
  );
  expect(fromHtml(toHtml(fromHtml(mixed))).eq(fromHtml(mixed))).toBe(true);
});

/** The elements that the editor says it of. */
function said(html: string): unknown[] {
  const place = document.createElement("div");
  const view = new EditorView(place, { state: EditorState.create({ doc: fromHtml(html), plugins: [directions] }) });
  const found = [...place.querySelectorAll("[dir]")].map((element) => [element.localName, element.getAttribute("dir")]);
  view.destroy();
  return found;
}

test("the editor says the same", () => {
  expect(said(mixed)).toEqual([
    ["p", "rtl"],
    ["ul", "rtl"],
    ["p", "ltr"],
    ["p", "rtl"],
  ]);
  expect(said("<p>one</p>")).toEqual([]);
});
