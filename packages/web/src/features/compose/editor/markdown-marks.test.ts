// @vitest-environment jsdom
import { inputRules } from "prosemirror-inputrules";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { expect, test } from "vitest";
import { toHtml } from "./html.ts";
import { markdownMarks } from "./markdown-marks.ts";
import { emptyDocument } from "./schema.ts";

/** Typed a character at a time, as the browser tells the editor. */
function typed(text: string, isPlain = false): string {
  const plugins = [inputRules({ rules: markdownMarks(() => isPlain) })];
  const view = new EditorView(document.createElement("div"), {
    state: EditorState.create({ doc: emptyDocument(), plugins }),
  });
  for (const sign of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign, from, to);
    const isTaken = view.someProp("handleTextInput", (take) => take(view, from, to, sign, insert));
    if (!isTaken) view.dispatch(insert());
  }
  const html = toHtml(view.state.doc);
  view.destroy();
  return html.replace(/^<p style="margin: 0px;">(.*)<\/p>$/, "$1");
}

test.each([
  ["**two words** after", "<b>two words</b> after"],
  ["a __b__ c", "a <b>b</b> c"],
  ["*one*, _two_", "<i>one</i>, <i>two</i>"],
  ["(*x*)", "(<i>x</i>)"],
])("%s", (text, html) => {
  expect(typed(text)).toBe(html);
});

test.each(["2 * 3 * 4", "2*3*4", "snake_case_name", "** **", "****", "a*b*"])("%s is left as it is", (text) => {
  expect(typed(text)).toBe(text);
});

test("in plain text signs are signs", () => {
  expect(typed("**bold**", true)).toBe("**bold**");
});
