// @vitest-environment jsdom
import { inputRules, undoInputRule } from "prosemirror-inputrules";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { expect, test } from "vitest";
import { toHtml } from "./html.ts";
import { markdownRules } from "./markdown.ts";
import { emptyDocument } from "./schema.ts";

function editor(isPlain = false): EditorView {
  const plugins = [inputRules({ rules: markdownRules(() => isPlain) })];
  return new EditorView(document.createElement("div"), {
    state: EditorState.create({ doc: emptyDocument(), plugins }),
  });
}

/** A character at a time, as the browser tells the editor. */
function type(view: EditorView, text: string): void {
  for (const sign of text) {
    const { from, to } = view.state.selection;
    const insert = () => view.state.tr.insertText(sign, from, to);
    const isTaken = view.someProp("handleTextInput", (take) => take(view, from, to, sign, insert));
    if (!isTaken) view.dispatch(insert());
  }
}

function typed(text: string, isPlain = false): string {
  const view = editor(isPlain);
  type(view, text);
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

/** The nodes around the caret, from the outermost, and the text before it. */
const placeOf = ({ state }: EditorView): string => {
  const { $from } = state.selection;
  const names = Array.from({ length: $from.depth }, (_, index) => {
    const { type: kind, attrs } = $from.node(index + 1);
    return `${kind.name}${(attrs["level"] as number | undefined) ?? ""}`;
  });
  return `${names.join(" ")}: ${$from.parent.textContent}`;
};

test.each([
  ["# Plan", "heading1: Plan"],
  ["## Plan", "heading2: Plan"],
  ["### Plan", "heading3: Plan"],
  ["> # Plan", "blockquote heading1: Plan"],
  // What is no heading's sign, or stands where none can be, is text.
  ["#### Plan", "paragraph: #### Plan"],
  ["#plan", "paragraph: #plan"],
  ["a # b", "paragraph: a # b"],
  ["- # Plan", "bullet_list list_item paragraph: # Plan"],
])("%s", (text, place) => {
  const view = editor();
  type(view, text);
  expect(placeOf(view)).toBe(place);
  view.destroy();
});

test("a heading that was not meant is undone by the next key, and its line stays aligned", () => {
  const view = editor();
  view.dispatch(view.state.tr.setNodeAttribute(0, "align", "center"));
  type(view, "## ");
  expect(view.state.doc.firstChild).toMatchObject({ attrs: { level: 2, align: "center" } });
  expect(undoInputRule(view.state, view.dispatch)).toBe(true);
  expect(placeOf(view)).toBe("paragraph: ## ");
  expect(view.state.doc.firstChild).toMatchObject({ attrs: { align: "center" } });
  view.destroy();
});

test("in plain text a sign of a heading is one", () => {
  const view = editor(true);
  type(view, "# Plan");
  expect(placeOf(view)).toBe("paragraph: # Plan");
  view.destroy();
});
