/** Tables of the editor's document: rows of cells, each with lines of its own. Cells that were merged stand apart. */
import type { NodeSpec } from "prosemirror-model";

/** What receivers show: their programs draw no lines of their own. */
const CELL = "border:1px solid #b0b0b0;padding:4px 8px;vertical-align:top";

export const table: NodeSpec = {
  content: "table_row+",
  group: "block",
  isolating: true,
  parseDOM: [{ tag: "table" }],
  toDOM: () => ["table", { style: "border-collapse:collapse" }, ["tbody", 0]],
};

export const tableRow: NodeSpec = {
  content: "table_cell+",
  parseDOM: [{ tag: "tr" }],
  toDOM: () => ["tr", 0],
};

export const tableCell: NodeSpec = {
  content: "block+",
  // What is deleted in it ends at its edges.
  isolating: true,
  attrs: { isHeading: { default: false, validate: "boolean" } },
  parseDOM: [{ tag: "td" }, { tag: "th", attrs: { isHeading: true } }],
  toDOM: ({ attrs }) =>
    attrs["isHeading"] ? ["th", { style: `${CELL};text-align:start` }, 0] : ["td", { style: CELL }, 0],
};
