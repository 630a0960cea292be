// @vitest-environment jsdom
import { EditorState, TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { removeLink, setLink } from "./commands.ts";
import { schema } from "./schema.ts";

const href = "https://pismo.example/";
const link = schema.marks.link.create({ href });

/** A paragraph of text, part of it linked, with the caret at an offset. */
function stateWith(content: [text: string, isLinked?: boolean][], caret: number): EditorState {
  const nodes = content.map(([text, isLinked]) => schema.text(text, isLinked ? [link] : []));
  const doc = schema.nodes.doc.create(null, schema.nodes.paragraph.create(null, nodes));
  return EditorState.create({ doc, selection: TextSelection.create(doc, caret + 1) });
}

function run(command: typeof removeLink, state: EditorState) {
  let after = state;
  const isDone = command(state, (transaction) => (after = state.apply(transaction)));
  const texts: [string, boolean][] = [];
  after.doc.descendants((node) => void (node.isText && texts.push([node.text!, node.marks.length > 0])));
  return { isDone, texts };
}

test.each<[string, [string][], number, [string, boolean][]]>([
  ["in an empty paragraph", [], 0, [[href, true]]],
  [
    "before the text",
    [["word"]],
    0,
    [
      [href, true],
      ["word", false],
    ],
  ],
  [
    "behind the text",
    [["word"]],
    4,
    [
      ["word", false],
      [href, true],
    ],
  ],
])("a link without a selection is inserted as its address: %s", (_, content, caret, expected) => {
  expect(run(setLink(href), stateWith(content, caret))).toEqual({ isDone: true, texts: expected });
});

test.each([
  ["www.pismo.example", "https://www.pismo.example"],
  ["anna@pismo.example", "mailto:anna@pismo.example"],
])("an address without its protocol gets it: %s", (address, expected) => {
  let linked: string | undefined;
  setLink(address)(stateWith([["word"]], 4), ({ doc }) => {
    doc.descendants(({ marks }) => void (linked ??= marks.at(0)?.attrs["href"]));
  });
  expect(linked).toBe(expected);
});

test.each(["https://", "https://javascript:alert(1)", "javascript:alert(1)", "word"])("%s is no address", (address) => {
  expect(run(setLink(address), stateWith([["word"]], 4)).isDone).toBe(false);
});

test("with the caret in a link all of it gets the new address, or none", () => {
  const state = stateWith([["a "], ["linked", true]], 5);
  expect(run(removeLink, state).texts).toEqual([["a linked", false]]);
  expect(run(setLink("https://other.example/"), state).texts).toEqual([
    ["a ", false],
    ["linked", true],
  ]);
});

test("where no link is, none is removed", () => {
  expect(run(removeLink, stateWith([["word"]], 4))).toEqual({ isDone: false, texts: [["word", false]] });
});
