/** The sheets of a workbook as rows (ECMA-376, part 1, §18), the values that were kept with formulas among them. */
import type { FileTable } from "@pismo/jmap";
import { dateText, isDateFormat } from "./cell-dates.ts";
import { roomOfFile, tableBounds, TableRows } from "./table-rows.ts";
import { unzipSome } from "./unzip.ts";
import { readXml } from "./xml-elements.ts";

const bounds = { maxOctets: 20_000_000, maxFiles: 200 };
/** Of the strings that cells share. */
const MAX_STRINGS = 500_000;

const parts = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml|sharedStrings\.xml)$/;

/** The text of each `si`, without how it is pronounced. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isSpoken = false;
  readXml(
    xml,
    ({ name, isClosing, isEmpty }) => {
      if (name === "t") isText = !isClosing && !isEmpty;
      else if (name === "rPh") isSpoken = !isClosing && !isEmpty;
      else if (name === "si" && (isClosing || isEmpty)) {
        strings.push(text);
        text = "";
      }
      return strings.length < MAX_STRINGS;
    },
    (piece) => {
      if (isText && !isSpoken && text.length < tableBounds.cell) text += piece;
    },
  );
  return strings;
}

/** Which styles of cells are dates, by their number. */
function dateStyles(xml: string): boolean[] {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  readXml(xml, ({ name, isClosing, isEmpty, attribute }) => {
    if (name === "numFmt") codes.set(Number(attribute("numFmtId")), attribute("formatCode") ?? "");
    else if (name === "cellXfs") isOfCells = !isClosing && !isEmpty;
    else if (name === "xf" && isOfCells && !isClosing) {
      const id = Number(attribute("numFmtId") ?? 0);
      styles.push(isDateFormat(id, codes.get(id)));
    }
  });
  return styles;
}

/** Names and files of the sheets that are shown, in their order. */
function sheetsOf(workbook: string, relations: string): { name: string; path: string }[] {
  const targets = new Map<string, string>();
  readXml(relations, ({ name, attribute }) => {
    const [id, target] = name === "Relationship" ? [attribute("Id"), attribute("Target")] : [];
    if (id && target) targets.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  });
  const sheets: { name: string; path: string }[] = [];
  readXml(workbook, ({ name, isClosing, attribute }) => {
    if (name !== "sheet" || isClosing || /hidden/i.test(attribute("state") ?? "")) return;
    const path = targets.get(attribute("id") ?? "");
    if (path) sheets.push({ name: attribute("name") ?? "", path });
  });
  return sheets;
}

/** "AB12" is in column 27. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(place ?? "")?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface Book {
  strings: readonly string[];
  isDate: readonly boolean[];
  is1904: boolean;
}

interface Cell {
  type: string;
  style: number;
  value: string;
  /** Text that stands in the cell itself. */
  text: string;
}

/** 0.1 + 0.2 is kept as 0.30000000000000004, and shown with fifteen digits. */
const numberText = (value: string): string =>
  value.length > 15 && Number.isFinite(Number(value)) ? String(Number(Number(value).toPrecision(15))) : value;

function shown({ type, style, value, text }: Cell, { strings, isDate, is1904 }: Book): string {
  if (type === "s") return strings[Number(value)] ?? "";
  if (type === "inlineStr") return text;
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "" && type !== "n") return value;
  return (isDate[style] && dateText(value, is1904)) || numberText(value);
}

/** What takes the cells of a sheet, row by row. */
interface Rows extends Pick<TableRows, "isFull" | "cut" | "endRow"> {
  put(column: number, text: string, type: string): void;
}

function sheetRows(xml: string, book: Book, rows: Rows): void {
  let cell: Cell | undefined;
  let column = -1;
  let into: "value" | "text" | undefined;
  let lastRow = 0;
  readXml(
    xml,
    ({ name, isClosing, isEmpty, attribute }) => {
      if ((name === "row" || name === "c") && !isClosing && rows.isFull) {
        rows.cut();
        return false;
      }
      if (name === "row" && !isClosing) {
        const row = Number(attribute("r") ?? lastRow + 1);
        // Rows that are not written are empty.
        if (row > lastRow + 1) rows.endRow();
        lastRow = row;
        column = -1;
      } else if (name === "c" && !isClosing) {
        column = columnOf(attribute("r")) ?? column + 1;
        cell = { type: attribute("t") ?? "", style: Number(attribute("s") ?? 0), value: "", text: "" };
      } else if (name === "v") into = isClosing || isEmpty ? undefined : "value";
      else if (name === "t") into = isClosing || isEmpty ? undefined : "text";
      if (name === "c" && (isClosing || isEmpty) && cell) {
        rows.put(column, shown(cell, book), cell.type);
        cell = undefined;
      }
      if (name === "row" && (isClosing || isEmpty)) rows.endRow();
      return true;
    },
    (piece) => {
      if (cell && into && cell[into].length < tableBounds.cell) cell[into] += piece;
    },
  );
}

interface Sheet {
  name: string;
  octets: Uint8Array | undefined;
}

interface Workbook extends Book {
  /** Those that are shown, `most` of them. */
  sheets: Sheet[];
  hasMore: boolean;
}

/** Undefined where it is no workbook. */
function readWorkbook(archive: Uint8Array, most: number): Workbook | undefined {
  const found = unzipSome(archive, (name) => parts.test(name), bounds);
  const text = (name: string): string => new TextDecoder().decode(found.get(`xl/${name}`));
  const workbook = text("workbook.xml");
  if (workbook === "") return undefined;
  const sheets = sheetsOf(workbook, text("_rels/workbook.xml.rels"));
  const wanted = sheets.slice(0, most);
  const paths = new Set(wanted.map(({ path }) => path));
  const files = unzipSome(archive, (name) => paths.has(name), bounds);
  return {
    strings: sharedStrings(text("sharedStrings.xml")),
    isDate: dateStyles(text("styles.xml")),
    is1904: /\bdate1904="(?:1|true)"/.test(workbook),
    sheets: wanted.map(({ name, path }) => ({ name, octets: files.get(path) })),
    hasMore: sheets.length > wanted.length,
  };
}

/** Undefined where it is no workbook. */
export function excelTables(archive: Uint8Array): FileTable[] | undefined {
  const book = readWorkbook(archive, tableBounds.sheets);
  if (!book) return undefined;
  const room = roomOfFile();
  return book.sheets.map(({ name, octets }, index) => {
    const rows = new TableRows(room);
    sheetRows(new TextDecoder().decode(octets), book, rows);
    if (index === tableBounds.sheets - 1 && book.hasMore) rows.cut();
    return rows.table(name);
  });
}

/** Cells that are read for their values, the empty ones among them. */
const MAX_CELLS = 500_000;
/** Numbers, dates and results of formulas; an empty type is a number. */
const valueTypes = new Set(["", "n", "d", "str"]);

/** What stands in the cells themselves, not among the shared strings: numbers, days and results of formulas, as shown. */
export function excelValues(archive: Uint8Array, limit: number): string {
  const book = readWorkbook(archive, bounds.maxFiles);
  const pieces: string[] = [];
  let room = limit;
  let cells = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    room -= piece.length;
  };
  const values: Rows = {
    get isFull() {
      return room <= 0 || cells >= MAX_CELLS;
    },
    put(_, text, type) {
      cells++;
      if (text !== "" && room > 0 && valueTypes.has(type)) add(`${text}\t`);
    },
    endRow() {
      if (pieces.length > 0 && pieces.at(-1) !== "\n") add("\n");
    },
    cut() {},
  };
  for (const { octets } of book?.sheets ?? []) {
    if (!values.isFull) sheetRows(new TextDecoder().decode(octets), book!, values);
  }
  return pieces.join("").slice(0, limit);
}
