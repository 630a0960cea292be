// @vitest-environment jsdom
import { EditorState, TextSelection } from "prosemirror-state";
import { expect, test } from "vitest";
import { hasMark, plainAtStart, toggleList, toggleStyle } from "./commands.ts";
import { fromHtml, fromText, sliceOfText, toHtml, toText } from "./html.ts";
import { emptyDocument, isEmptyDocument, schema } from "./schema.ts";

const select = (html: string, from: number, to: number): EditorState => {
  const doc = fromHtml(html);
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });
};

const bolded = (state: EditorState): string => {
  let next = state;
  toggleStyle("strong")(state, (transaction) => (next = state.apply(transaction)));
  return toHtml(next.doc);
};

test("a style that only a part of the selection has is applied to all of it", () => {
  expect(bolded(select("<p><b>one</b> two</p>", 1, 8))).toBe('<p style="margin: 0px;"><b>one two</b></p>');
});

test("a style that the whole selection has is removed", () => {
  const state = select("<p><b>one two</b></p>", 1, 8);
  expect(hasMark(state, schema.marks["strong"])).toBe(true);
  expect(bolded(state)).toBe('<p style="margin: 0px;">one two</p>');
});

test("scripts, handlers and javascript: links do not enter the document", () => {
  const html = toHtml(
    fromHtml('<p onclick="x()">a<script>x()</script><a href="javascript:x()">b</a><img src=x onerror=x()></p>'),
  );
  expect(html).toBe('<p style="margin: 0px;">ab</p>');
});

test("an empty paragraph keeps its height in other clients", () => {
  expect(toHtml(fromText("a\n\nb"))).toContain("<br>");
});

test("an empty paragraph comes back empty, and an empty Email as an empty document", () => {
  expect(isEmptyDocument(fromHtml(toHtml(emptyDocument())))).toBe(true);
  const doc = fromText("a\n\nb");
  expect(fromHtml(toHtml(doc)).eq(doc)).toBe(true);
});

test("the text alternative keeps lists, quotes and link addresses", () => {
  const doc = fromHtml(
    '<p>Hi</p><ul><li><p>one</p></li></ul><ol><li><p>first</p></li><li><p>second</p></li></ol><blockquote><p>said</p></blockquote><p><a href="https://pismo.example/">here</a></p>',
  );
  expect(toText(doc)).toBe("Hi\n• one\n1. first\n2. second\n> said\nhere <https://pismo.example/>");
});

test("pasted text keeps its empty lines, and its first and last line go on in what stands there", () => {
  const { tr } = EditorState.create({ doc: fromHtml("<p>before after</p>") });
  const slice = sliceOfText("one\r\n\r\nthree\n", []);
  expect(toText(tr.replace(8, 8, slice).doc)).toBe("before one\n\nthreeafter");
});

test("a list of one kind becomes the other kind", () => {
  const state = select("<ul><li><p>one</p></li></ul>", 3, 3);
  let next = state;
  toggleList("ordered_list")(state, (transaction) => (next = state.apply(transaction)));
  expect(next.doc.firstChild?.type.name).toBe("ordered_list");
});

test("before the first letter of a heading Backspace makes a paragraph of it, and elsewhere it only deletes", () => {
  const html = '<h2 style="text-align:center">one</h2>';
  let next = select(html, 1, 1);
  expect(plainAtStart(next, (transaction) => (next = next.apply(transaction)))).toBe(true);
  expect(toHtml(next.doc)).toBe('<p style="margin: 0px;">one</p>');
  expect(plainAtStart(next)).toBe(false);
  expect(plainAtStart(select(html, 2, 2))).toBe(false);
});
