/** The sheets of an OpenDocument spreadsheet as rows (ISO/IEC 26300, part 1, §9), with the texts that their program showed. */
import type { FileTable } from "@pismo/jmap";
import { roomOfFile, tableBounds, TableRows } from "./table-rows.ts";
import { unzipSome } from "./unzip.ts";
import { readXml } from "./xml-elements.ts";

const bounds = { maxOctets: 20_000_000, maxFiles: 1 };

const times = (value: string | undefined): number => Math.max(1, Math.trunc(Number(value)) || 1);

/** Undefined where it is no spreadsheet. */
export function openDocumentTables(archive: Uint8Array): FileTable[] | undefined {
  const file = unzipSome(archive, (name) => name === "content.xml", bounds).get("content.xml");
  const xml = file ? new TextDecoder().decode(file) : "";
  if (!xml.includes("<office:spreadsheet")) return undefined;
  const room = roomOfFile();
  const tables: { name: string; rows: TableRows }[] = [];
  let rows: TableRows | undefined;
  let cells: { column: number; text: string }[] = [];
  let [column, rowCount, cellCount] = [0, 1, 1];
  let text = "";
  let [isCell, isText, isComment] = [false, false, false];
  const endCell = (): void => {
    // Empty cells up to the edge of the sheet are one element.
    const shown = text === "" ? 0 : Math.min(cellCount, tableBounds.columns);
    for (let n = 0; n < shown; n++) cells.push({ column: column + n, text });
    column += cellCount;
    text = "";
  };
  const endRow = (): void => {
    const shown = cells.length === 0 ? 1 : Math.min(rowCount, tableBounds.rows);
    for (let n = 0; n < shown; n++) {
      if (rows?.isFull && cells.length > 0) rows.cut();
      for (const cell of cells) rows?.put(cell.column, cell.text);
      rows?.endRow();
    }
    cells = [];
  };
  readXml(
    xml,
    ({ name, isClosing, isEmpty, attribute }) => {
      const [begins, ends] = [!isClosing, isClosing || isEmpty];
      if (name === "table") {
        if (begins && tables.length >= tableBounds.sheets) {
          tables.at(-1)!.rows.cut();
          return false;
        }
        rows = begins && !isEmpty ? new TableRows(room) : undefined;
        if (rows) tables.push({ name: attribute("name") ?? "", rows });
      } else if (name === "table-row") {
        if (begins) [column, rowCount] = [0, times(attribute("number-rows-repeated"))];
        if (ends) endRow();
      } else if (name === "table-cell" || name === "covered-table-cell") {
        if (begins) cellCount = times(attribute("number-columns-repeated"));
        // Shapes of the sheet have text, too.
        isCell = begins && !isEmpty;
        if (ends) endCell();
      } else if (name === "annotation") isComment = begins && !isEmpty;
      else if (name === "p") {
        isText = begins && !isEmpty;
        if (isText && text !== "" && !isComment) text += " ";
      } else if ((name === "s" || name === "tab" || name === "line-break") && begins && isCell && isText && !isComment)
        text += " ";
      return true;
    },
    (piece) => {
      if (rows && isCell && isText && !isComment && text.length < tableBounds.cell) text += piece;
    },
  );
  return tables.map((table) => table.rows.table(table.name));
}
