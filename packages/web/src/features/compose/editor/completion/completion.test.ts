// @vitest-environment jsdom
import { EditorState, TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { emptyDocument } from "../schema.ts";
import { emoji } from "./emoji.ts";
import { completionListOf, completionPlugin } from "./completion.ts";

const begin = (): EditorState =>
  EditorState.create({ doc: emptyDocument(), plugins: [completionPlugin([emoji], "list")] });
const type = (state: EditorState, text: string): EditorState => state.apply(state.tr.insertText(text));
const offered = (state: EditorState): string[] => completionListOf(state)?.completions.map(({ label }) => label) ?? [];

test.each(["At 5:30", ":)", ":D", "note: rose", "http://x.example/:rose", "a:rose"])(
  "nothing is offered for %s",
  (text) => {
    expect(offered(type(begin(), text))).toEqual([]);
  },
);

test("words of either language are offered by their beginning, in any case", () => {
  expect(offered(type(begin(), ":ros"))).toEqual(["🌹 rose"]);
  expect(offered(type(begin(), "Вот (:РОЗ"))).toEqual(["🌹 роза"]);
  expect(completionListOf(type(begin(), "a :ros"))).toMatchObject({ from: 3, to: 7, active: 0 });
});

test("a caret that comes by asks for nothing, and one that leaves ends it", () => {
  const written = type(type(begin(), ":ros"), " ");
  expect(offered(written)).toEqual([]);
  const back = written.apply(written.tr.setSelection(TextSelection.create(written.doc, 5)));
  expect(offered(back)).toEqual([]);
  const open = type(begin(), ":ros");
  expect(offered(open.apply(open.tr.setSelection(TextSelection.create(open.doc, 1))))).toEqual([]);
});
