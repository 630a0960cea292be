/** What a preview shows of a file: its text, and of a spreadsheet its sheets as rows. Runs where `fileText` does. */
import type { FileTable, FileText } from "@pismo/jmap";
import { excelTables } from "./excel-tables.ts";
import { fileText } from "./file-text.ts";
import { openDocumentTables } from "./open-document-tables.ts";

/** Of UTF-16; a preview that is longer is downloaded. */
const MAX_TEXT = 200_000;

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

const lines = ({ name, rows }: FileTable): string => [name, ...rows.map((row) => row.join("\t"))].join("\n");

/** Undefined where there is nothing to read. @throws for damaged files */
export async function filePreview(bytes: Uint8Array, type: string, name: string | null): Promise<FileText | undefined> {
  const tables = isArchive(bytes) ? (excelTables(bytes) ?? openDocumentTables(bytes)) : undefined;
  const shown = tables?.filter(({ rows }) => rows.length > 0);
  if (shown?.length) {
    const text = shown.map(lines).join("\n\n");
    const isTruncated = text.length > MAX_TEXT || tables!.some((table) => table.isTruncated);
    return { text: text.slice(0, MAX_TEXT), isTruncated, tables: shown };
  }
  const text = (await fileText(bytes, type, name)).trim();
  return text === "" ? undefined : { text: text.slice(0, MAX_TEXT), isTruncated: text.length > MAX_TEXT };
}
