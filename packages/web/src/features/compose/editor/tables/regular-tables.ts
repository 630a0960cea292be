/** Tables from elsewhere, as the editor can have them: as many cells in each row, none merged, none within another. Pure. */

/** More are lines of text: each cell is an element to edit. */
const MAX_CELLS = 2000;
const MAX_COLUMNS = 50;

const blocks = "p, div, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, pre";

/** The cells by their places; null: one of another place reaches into it. Undefined where there are too many. */
function placesOf(rows: readonly HTMLTableRowElement[]): (Element | null)[][] | undefined {
  const places: (Element | null)[][] = rows.map(() => []);
  for (const [top, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (places[top]![column] !== undefined) column++;
      const right = column + cell.colSpan;
      if (right > MAX_COLUMNS) return undefined;
      const bottom = Math.min(rows.length, cell.rowSpan === 0 ? rows.length : top + cell.rowSpan);
      for (let y = top; y < bottom; y++)
        for (let x = column; x < right; x++) places[y]![x] = x === column && y === top ? cell : null;
      column = right;
    }
  }
  return places;
}

/** What stands in a cell, in one line. */
function wordsOf(cell: Element): Node[] {
  for (const block of cell.querySelectorAll("p, div")) block.replaceWith(...block.childNodes, " ");
  const nodes = [...cell.childNodes];
  while (nodes.length > 0 && nodes.at(-1)!.textContent?.trim() === "") nodes.pop();
  return nodes;
}

function lineOf(page: Document, row: HTMLTableRowElement): Element {
  const line = page.createElement("p");
  for (const [index, cell] of [...row.cells].entries()) line.append(...(index > 0 ? [" | "] : []), ...wordsOf(cell));
  return line;
}

/** Changes the page: what only lays out its content is that content, and what is too large lines with "|". */
export function makeTablesRegular(page: Document): void {
  let left = MAX_CELLS;
  for (const table of page.querySelectorAll("table")) {
    // Its caption and what else stands beside the rows.
    const beside = [...table.querySelectorAll(":scope > caption")].flatMap(({ childNodes }) => [...childNodes]);
    if (beside.some(({ textContent }) => textContent?.trim() !== "")) {
      const line = page.createElement("p");
      line.append(...beside);
      table.before(line);
    }
    const rows = [...table.rows].filter(({ cells }) => cells.length > 0);
    const isLayout = table.querySelector("table") !== null || rows.every(({ cells }) => cells.length < 2);
    if (isLayout) {
      table.replaceWith(...rows.flatMap(({ cells }) => [...cells]).flatMap((cell) => contentOf(page, cell)));
      continue;
    }
    const places = placesOf(rows);
    const columns = Math.max(...(places ?? []).map(({ length }) => length));
    if (!places || columns * rows.length > left) {
      table.replaceWith(...rows.map((row) => lineOf(page, row)));
      continue;
    }
    left -= columns * rows.length;
    for (const [y, row] of rows.entries()) {
      row.replaceChildren(...Array.from({ length: columns }, (_, x) => places[y]![x] ?? page.createElement("td")));
      for (const cell of row.cells) {
        cell.removeAttribute("colspan");
        cell.removeAttribute("rowspan");
        cell.replaceChildren(...contentOf(page, cell));
      }
    }
    table.replaceChildren(...rows);
  }
}

/** In lines: where it stands in none, it is one. */
function contentOf(page: Document, cell: Element): Node[] {
  if (cell.querySelector(`${blocks}, table`) || cell.childNodes.length === 0) return [...cell.childNodes];
  const line = page.createElement("p");
  line.append(...cell.childNodes);
  for (const attribute of ["align", "style"]) {
    const value = cell.getAttribute(attribute);
    if (value !== null) line.setAttribute(attribute, value);
  }
  return [line];
}
