/** What is done with a table where the caret stands in one: prosemirror-tables, and where the caret is afterwards. */
import { chainCommands } from "prosemirror-commands";
import { closeHistory } from "prosemirror-history";
import { type Command, type EditorState, Plugin, Selection, TextSelection, type Transaction } from "prosemirror-state";
import {
  addColumnAfter,
  addRowAfter,
  cellAround,
  deleteColumn,
  deleteRow,
  fixTables,
  inSameTable,
  isInTable,
  selectedRect,
  TableMap,
} from "prosemirror-tables";
import { schema } from "../schema.ts";

const { table, paragraph } = schema.nodes;

const caretIn = (tr: Transaction, cellAt: number): Transaction =>
  tr.setSelection(Selection.near(tr.doc.resolve(cellAt + 1), 1)).scrollIntoView();

/** The caret goes to a cell by its place, as far as there are so many. @param start of the rows of the table */
function caretTo(tr: Transaction, start: number, row: number, column: number): Transaction {
  const left = tr.doc.nodeAt(start - 1);
  if (left?.type !== table) return tr;
  const { map, width, height } = TableMap.get(left);
  return caretIn(tr, start + map[Math.min(row, height - 1) * width + Math.min(column, width - 1)]!);
}

/** One step of the history, after which the caret is in that cell, so many rows and columns on. */
const inTable =
  (command: Command, down = 0, right = 0): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false;
    const { tableStart, top, left } = selectedRect(state);
    return command(
      state,
      dispatch && ((tr) => dispatch(caretTo(closeHistory(tr), tableStart, top + down, left + right))),
    );
  };

export const addRow = inTable(addRowAfter, 1);
export const addColumn = inTable(addColumnAfter, 0, 1);

/** A line takes its place, where the caret is. */
export const removeTable: Command = (state, dispatch) => {
  if (!isInTable(state)) return false;
  const { table: whole, tableStart } = selectedRect(state);
  const at = tableStart - 1;
  const tr = closeHistory(state.tr).replaceWith(at, at + whole.nodeSize, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  return true;
};

/** The last one takes the table with it. */
export const removeRow = chainCommands(inTable(deleteRow), removeTable);
export const removeColumn = chainCommands(inTable(deleteColumn), removeTable);

/** The cells that a selection within one table touches, where they are several. */
function selectedCells({ selection, doc }: EditorState): number[] {
  const { $from, $to, empty } = selection;
  const [$first, $last] = [cellAround($from), cellAround($to)];
  if (empty || !$first || !$last || $first.pos === $last.pos || !inSameTable($first, $last)) return [];
  const found: number[] = [];
  doc.nodesBetween($first.pos, $to.pos, (node, at) => {
    if (node.type.spec["tableRole"] === "row" || node.type === table) return true;
    if (at >= $first.pos) found.push(at);
    return false;
  });
  return found;
}

/** What is deleted over several cells is what stands in them. */
export function emptyCells(state: EditorState): Transaction | undefined {
  const cells = selectedCells(state);
  if (cells.length === 0) return undefined;
  const tr = closeHistory(state.tr);
  for (const at of cells.toReversed()) tr.replaceWith(at + 1, at + tr.doc.nodeAt(at)!.nodeSize - 1, paragraph.create());
  return caretIn(tr, cells[0]!);
}

export const deleteInCells: Command = (state, dispatch) => {
  const emptied = emptyCells(state);
  if (emptied) dispatch?.(emptied);
  return emptied !== undefined;
};

/** Whether the caret stands at an edge of its cell, where a browser would merge it with its neighbour. */
const atEdge =
  (edge: "start" | "end"): Command =>
  ({ selection: { $from, empty }, doc }) => {
    const $cell = empty ? cellAround($from) : null;
    if (!$cell) return false;
    const end = $cell.pos + $cell.nodeAfter!.nodeSize;
    const near =
      edge === "start" ? Selection.near(doc.resolve($cell.pos + 1), 1) : Selection.near(doc.resolve(end - 1), -1);
    return $from.pos === near.from;
  };

export const atStartOfCell = atEdge("start");
export const atEndOfCell = atEdge("end");

/** In the first cell, where nothing can be written above the table otherwise. */
export const lineAbove: Command = (state, dispatch) => {
  if (!atStartOfCell(state)) return false;
  const { tableStart, top, left } = selectedRect(state);
  const at = tableStart - 1;
  if (top > 0 || left > 0 || state.doc.resolve(at).nodeBefore?.isTextblock) return false;
  const tr = state.tr.insert(at, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
  return true;
};

/** As many cells in each row, whatever was deleted or pasted; and a line below a table that would be the last. */
export const regularTables = new Plugin({
  appendTransaction(transactions, before, state) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const tr = fixTables(state, before) ?? state.tr;
    if (tr.doc.lastChild?.type === table) tr.insert(tr.doc.content.size, paragraph.create());
    return tr.docChanged ? tr : null;
  },
  props: {
    handleTextInput(view, _from, _to, text) {
      const emptied = emptyCells(view.state);
      if (emptied) view.dispatch(emptied.insertText(text));
      return emptied !== undefined;
    },
  },
});
