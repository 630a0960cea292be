// @vitest-environment jsdom
import { type Command, EditorState, TextSelection } from "prosemirror-state";
import { goToNextCell } from "prosemirror-tables";
import { expect, test } from "vitest";
import { cpuTime } from "../../../../../../jmap/test/cpu-time.ts";
import { fromHtml, toHtml, toText } from "../html.ts";
import {
  addColumn,
  addRow,
  emptyCells,
  regularTables,
  removeColumn,
  removeRow,
  removeTable,
} from "./table-commands.ts";

const table = "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><p>end</p>";

/** With the caret, or a selection, between the first places of two texts. */
function stateIn(html: string, text: string, to = text): EditorState {
  const doc = fromHtml(html);
  const place = (wanted: string): number => {
    let found = 0;
    doc.descendants((node, at) => {
      if (node.text === wanted) found ||= at;
    });
    return found;
  };
  const end = to === text ? place(text) : place(to) + to.length;
  return EditorState.create({ doc, selection: TextSelection.create(doc, place(text), end), plugins: [regularTables] });
}

function after(state: EditorState, ...commands: Command[]): EditorState {
  let next = state;
  for (const command of commands) expect(command(next, (tr) => (next = next.apply(tr)))).toBe(true);
  next.doc.check();
  return next;
}
const textAfter = (...given: Parameters<typeof after>): string => toText(after(...given).doc);

test("a table is the same in the letter, in its draft and in the draft of that", () => {
  const doc = fromHtml(table);
  const html = toHtml(doc);
  expect(fromHtml(html).eq(doc)).toBe(true);
  expect(html).toMatch(
    /^<table style="border-collapse: ?collapse;?"><tbody><tr><th style="[^"]*"><p style="margin: 0px;">A</,
  );
  expect(toText(doc)).toBe("A | B\n1 | 2\nend");
});

test("rows, columns and the table are added and removed where the caret stands", () => {
  const state = stateIn(table, "1");
  expect(textAfter(state, addRow)).toBe("A | B\n1 | 2\n |\nend");
  expect(textAfter(state, addColumn)).toBe("A |  | B\n1 |  | 2\nend");
  expect(textAfter(state, removeRow)).toBe("A | B\nend");
  expect(textAfter(state, removeColumn)).toBe("B\n2\nend");
  expect(textAfter(state, removeColumn, removeColumn)).toBe("\nend");
  expect(textAfter(state, removeRow, removeRow)).toBe("\nend");
  expect(textAfter(state, removeTable)).toBe("\nend");
});

test("Tab goes from cell to cell, and leaves the text behind the last", () => {
  const state = after(stateIn(table, "A"), goToNextCell(1), goToNextCell(1));
  const { from, to } = state.selection;
  expect(state.doc.textBetween(from, to)).toBe("1");
  expect(goToNextCell(1)(after(state, goToNextCell(1)))).toBe(false);
  expect(goToNextCell(-1)(stateIn(table, "A"))).toBe(false);
});

test("what is deleted over several cells is what stands in them", () => {
  const state = stateIn(table, "B", "1");
  const next = state.apply(emptyCells(state)!);
  expect(toText(next.doc)).toBe("A |\n | 2\nend");
});

test("whatever is cut out of a table, it stays one", () => {
  const state = stateIn(table, "B", "1");
  const cut = state.apply(state.tr.deleteSelection());
  cut.doc.check();
  const rows = cut.doc.children.filter(({ type }) => type.name === "table").flatMap(({ children }) => children);
  expect(new Set(rows.map(({ childCount }) => childCount)).size).toBeLessThan(2);
  const last = state.apply(state.tr.delete(state.doc.content.size - 5, state.doc.content.size));
  expect(last.doc.lastChild?.type.name).toBe("paragraph");
});

test("merged cells stand apart, and what lays out a page is no table", () => {
  const merged =
    "<table><caption>Costs</caption><tr><td rowspan=3>A</td><td colspan=2>B</td></tr><tr><td>1</td></tr><tr></tr></table>";
  expect(toText(fromHtml(merged))).toBe("Costs\nA | B |\n | 1 |\n");
  const layout = "<table><tr><td>Left<table><tr><td>x</td><td>y</td></tr></table></td><td>Right</td></tr></table>";
  expect(toText(fromHtml(layout))).toBe("Left\nx | y\nRight");
});

test.each([
  ["columns", `<table><tr><td colspan=1000>a</td><td>b</td></tr></table>`],
  ["rows", `<table>${"<tr><td>a</td><td>b</td></tr>".repeat(1500)}</table>`],
  ["merged rows", `<table><tr><td rowspan=65534>a</td><td>b</td></tr>${"<tr><td>a</td></tr>".repeat(3000)}</table>`],
])("more %s than can be edited are lines, soon enough", (_, html) => {
  let doc = fromHtml("");
  expect(cpuTime(() => (doc = fromHtml(html)))).toBeLessThan(2500);
  expect(toText(doc)).toMatch(/^a \| b(?:\n|$)/);
  expect(toHtml(doc)).not.toContain("<table");
});

test("nothing active comes in with a table", () => {
  const html = toHtml(
    fromHtml(
      '<table onclick="x()" background="https://evil.example/a"><tr><td style="background:url(https://evil.example/b);position:fixed" onmouseover="x()">' +
        '<script>x()</script><img src=x onerror=x()><a href="javascript:x()">a</a></td><td style="text-align:right;position:fixed">b</td></tr></table>',
    ),
  );
  expect(html).not.toMatch(/evil|position|x\(\)|javascript|onclick/);
});
