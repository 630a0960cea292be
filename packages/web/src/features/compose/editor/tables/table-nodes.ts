/** Tables of the editor's document, as prosemirror-tables knows them: rows of cells, each with lines of its own, none merged. */
import type { AttributeSpec, NodeSpec } from "prosemirror-model";
import { only } from "../looks.ts";

/** What receivers show: their programs draw no lines of their own. */
const CELL = "border:1px solid #b0b0b0;padding:4px 8px;vertical-align:top";

/** A clipboard of another page must not merge cells by the million. */
const span: AttributeSpec = { default: 1, validate: only((value) => value === 1) };

const cell = {
  content: "block+",
  // What is deleted in it ends at its edges.
  isolating: true,
  attrs: { colspan: span, rowspan: span, colwidth: { default: null, validate: "null" } },
} satisfies NodeSpec;

export const tableNodes = {
  table: {
    content: "table_row+",
    group: "block",
    isolating: true,
    tableRole: "table",
    parseDOM: [{ tag: "table" }],
    toDOM: () => ["table", { style: "border-collapse:collapse" }, ["tbody", 0]],
  },
  table_row: {
    content: "(table_cell | table_header)+",
    tableRole: "row",
    parseDOM: [{ tag: "tr" }],
    toDOM: () => ["tr", 0],
  },
  table_cell: { ...cell, tableRole: "cell", parseDOM: [{ tag: "td" }], toDOM: () => ["td", { style: CELL }, 0] },
  table_header: {
    ...cell,
    tableRole: "header_cell",
    parseDOM: [{ tag: "th" }],
    toDOM: () => ["th", { style: `${CELL};text-align:start` }, 0],
  },
} satisfies Record<string, NodeSpec>;
