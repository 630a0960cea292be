/** Tables in text: RFC 4180, with the separators that people use. Pure, linear, bounded. */
export const MAX_ROWS = 1000;
export const MAX_COLUMNS = 100;
/** A table is laid out as a whole. */
export const MAX_CELLS = 20_000;
const MAX_CELL = 1000;

export interface Table {
  rows: string[][];
  /** There is more than is given. */
  isCut: boolean;
}

/** The separator that the first line has most often, outside of quotes. */
function separatorOf(text: string): string {
  const line = /^[^\n]*/.exec(text.slice(0, 10_000).replaceAll(/"[^"]*"/g, ""))![0];
  const counts = [";", "\t", ","].map((each) => [each, line.split(each).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

export function readTable(text: string): Table {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let isWide = false;
  let cells = 0;
  const add = (cell: string): void => {
    if (row.length < MAX_COLUMNS) row.push(cell.slice(0, MAX_CELL));
    else isWide = true;
  };
  let at = 0;
  while (at < text.length && rows.length < MAX_ROWS && cells < MAX_CELLS) {
    let cell = "";
    if (text[at] === '"') {
      // A quote in quotes is written twice.
      for (at++; at < text.length;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at++;
      }
    }
    const begin = at;
    while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
    add(cell + text.slice(begin, at).replace(/\r$/, ""));
    const isEnd = text[at] !== separator;
    at++;
    if (!isEnd && at < text.length) continue;
    if (!isEnd) add("");
    rows.push(row);
    cells += row.length;
    row = [];
  }
  return { rows, isCut: at < text.length || isWide };
}
