/** What is done with a table where the caret stands in one. */
import { closeHistory } from "prosemirror-history";
import type { Node, ResolvedPos } from "prosemirror-model";
import { type Command, type EditorState, Plugin, Selection, TextSelection, type Transaction } from "prosemirror-state";
import { schema } from "../schema.ts";

const { table, table_row, table_cell, paragraph } = schema.nodes;

interface Place {
  table: Node;
  /** Before the table. */
  at: number;
  row: number;
  column: number;
  /** Before the cell. */
  cellAt: number;
  cell: Node;
}

function placeOf($pos: ResolvedPos): Place | undefined {
  for (let depth = $pos.depth; depth > 1; depth--) {
    if ($pos.node(depth).type !== table_cell) continue;
    return {
      table: $pos.node(depth - 2),
      at: $pos.before(depth - 2),
      row: $pos.index(depth - 2),
      column: $pos.index(depth - 1),
      cellAt: $pos.before(depth),
      cell: $pos.node(depth),
    };
  }
  return undefined;
}

/** Where the caret, or what is selected, begins. */
export const tableAt = ({ selection }: EditorState): Place | undefined => placeOf(selection.$from);

const emptyCell = (isHeading = false): Node => table_cell.create({ isHeading }, paragraph.create());

/** Before a cell of a table. */
function cellStart({ table: whole, at }: Pick<Place, "table" | "at">, row: number, column: number): number {
  let position = at + 1;
  for (let y = 0; y < row; y++) position += whole.child(y).nodeSize;
  position += 1;
  const cells = whole.child(row);
  for (let x = 0; x < Math.min(column, cells.childCount - 1); x++) position += cells.child(x).nodeSize;
  return position;
}

const caretIn = (tr: Transaction, cellAt: number): Transaction =>
  tr.setSelection(Selection.near(tr.doc.resolve(cellAt + 1), 1)).scrollIntoView();

const inTable =
  (change: (tr: Transaction, place: Place) => Transaction): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (place) dispatch?.(change(closeHistory(state.tr), place));
    return place !== undefined;
  };

/** Puts other rows into the table; the caret goes to a cell of it. */
function replaceRows(
  tr: Transaction,
  { table: whole, at }: Place,
  rows: Node[],
  row: number,
  column: number,
): Transaction {
  if (rows.length === 0 || rows[0]!.childCount === 0) return withoutTable(tr, { table: whole, at });
  const next = table.create(whole.attrs, rows);
  tr.replaceWith(at, at + whole.nodeSize, next);
  return caretIn(tr, cellStart({ table: next, at }, Math.min(row, rows.length - 1), column));
}

function withoutTable(tr: Transaction, { table: whole, at }: Pick<Place, "table" | "at">): Transaction {
  tr.replaceWith(at, at + whole.nodeSize, paragraph.create());
  return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView();
}

const rowsOf = (whole: Node): Node[] => [...whole.children];

export const addRow = inTable((tr, place) => {
  const rows = rowsOf(place.table);
  const made = table_row.create(
    null,
    Array.from({ length: rows[place.row]!.childCount }, () => emptyCell()),
  );
  return replaceRows(tr, place, rows.toSpliced(place.row + 1, 0, made), place.row + 1, place.column);
});

export const addColumn = inTable((tr, place) => {
  const rows = rowsOf(place.table).map((row) => {
    const isHeading = row.maybeChild(place.column)?.attrs["isHeading"] === true;
    return table_row.create(null, [...row.children].toSpliced(place.column + 1, 0, emptyCell(isHeading)));
  });
  return replaceRows(tr, place, rows, place.row, place.column + 1);
});

export const removeRow = inTable((tr, place) =>
  replaceRows(tr, place, rowsOf(place.table).toSpliced(place.row, 1), place.row, place.column),
);

export const removeColumn = inTable((tr, place) => {
  const rows = rowsOf(place.table).map((row) => table_row.create(null, [...row.children].toSpliced(place.column, 1)));
  return replaceRows(tr, place, rows, place.row, place.column);
});

export const removeTable = inTable(withoutTable);

/** Goes to the next cell, or the one before, and selects what stands in it. Behind the last one Tab leaves the text. */
export const goToCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const place = tableAt(state);
    if (!place) return false;
    const { table: whole } = place;
    let { row, column } = place;
    column += by;
    if (column < 0) column = row > 0 ? whole.child(--row).childCount - 1 : -1;
    else if (column >= whole.child(row).childCount) [row, column] = [row + 1, 0];
    if (column < 0 || row >= whole.childCount) return false;
    if (!dispatch) return true;
    const start = cellStart(place, row, column);
    const { doc, tr } = state;
    const end = start + doc.nodeAt(start)!.nodeSize;
    const from = Selection.near(doc.resolve(start + 1), 1).$from;
    const to = Selection.near(doc.resolve(end - 1), -1).$to;
    dispatch(tr.setSelection(TextSelection.between(from, to)).scrollIntoView());
    return true;
  };

/** The cells that a selection within one table touches, where they are several. */
function selectedCells({ selection, doc }: EditorState): number[] {
  const { $from, $to, empty } = selection;
  const [first, last] = [placeOf($from), placeOf($to)];
  if (empty || !first || !last || first.at !== last.at || first.cellAt === last.cellAt) return [];
  const found: number[] = [];
  doc.nodesBetween($from.pos, $to.pos, (node, at) => {
    if (node.type !== table_cell) return;
    if (at > first.at && at < first.at + first.table.nodeSize) found.push(at);
  });
  return found;
}

/** What is deleted over several cells is what stands in them. */
export function emptyCells(state: EditorState): Transaction | undefined {
  const cells = selectedCells(state);
  if (cells.length === 0) return undefined;
  const tr = closeHistory(state.tr);
  for (const at of cells.toReversed()) {
    const cell = tr.doc.nodeAt(at)!;
    tr.replaceWith(at + 1, at + cell.nodeSize - 1, paragraph.create());
  }
  return caretIn(tr, cells[0]!);
}

const deleteInCells: Command = (state, dispatch) => {
  const emptied = emptyCells(state);
  if (emptied) dispatch?.(emptied);
  return emptied !== undefined;
};

/** Whether the caret stands at an edge of its cell, where a browser would merge it with its neighbour. */
const isAtEdge =
  (edge: "start" | "end"): Command =>
  (state) => {
    const place = tableAt(state);
    const { $from, empty } = state.selection;
    if (!place || !empty) return false;
    const near =
      edge === "start"
        ? Selection.near(state.doc.resolve(place.cellAt + 1), 1).from
        : Selection.near(state.doc.resolve(place.cellAt + place.cell.nodeSize - 1), -1).to;
    return $from.pos === near;
  };

/** In the first cell, where nothing can be written above the table otherwise. */
const lineAbove: Command = (state, dispatch) => {
  const place = tableAt(state);
  if (!place || place.row > 0 || place.column > 0 || !isAtEdge("start")(state)) return false;
  if (state.doc.resolve(place.at).nodeBefore?.isTextblock) return false;
  const { tr } = state;
  tr.insert(place.at, paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, place.at + 1)).scrollIntoView());
  return true;
};

export const atStartOfCell = isAtEdge("start");
export const atEndOfCell = isAtEdge("end");
export { deleteInCells, lineAbove };

/** As many cells in each row, whatever was deleted or pasted; and a line below a table that would be the last. */
export const regularTables = new Plugin({
  appendTransaction(transactions, _, { doc, tr }) {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    doc.forEach((block, at) => {
      if (block.type !== table) return;
      const columns = Math.max(...block.children.map(({ childCount }) => childCount));
      block.forEach((row, offset) => {
        const missing = columns - row.childCount;
        if (missing <= 0) return;
        const end = tr.mapping.map(at + 1 + offset + row.nodeSize - 1);
        tr.insert(
          end,
          Array.from({ length: missing }, () => emptyCell()),
        );
      });
    });
    if (doc.lastChild?.type === table) tr.insert(tr.doc.content.size, paragraph.create());
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
