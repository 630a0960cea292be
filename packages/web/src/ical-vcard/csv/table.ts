/** Tables of rows and fields, in and out: RFC 4180. Pure. */

/** Rows of fields; commas, semicolons or tabs stand between them, whichever the first line has most of. */
export function readTable(table: string): string[][] {
  const source = table.replace(/^\uFEFF/, "");
  const first = source.slice(0, (source.search(/\r|\n/) + 1 || source.length + 1) - 1);
  const count = (char: string): number => first.split(char).length;
  const separator = [",", ";", "\t"].reduce((best, char) => (count(char) > count(best) ? char : best));
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endRow = (): void => {
    row.push(field);
    field = "";
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (isQuoted && char === '"' && source[at + 1] === '"') field += source[at++]!;
    else if (char === '"' && (isQuoted || field === "")) isQuoted = !isQuoted;
    else if (isQuoted) field += char;
    else if (char === separator) {
      row.push(field);
      field = "";
    } else if (char === "\n" || char === "\r") {
      if (char === "\r" && source[at + 1] === "\n") at++;
      endRow();
    } else field += char;
  }
  endRow();
  return rows;
}

const quoted = (field: string): string => (/[",;\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** A program for tables would compute what begins so. */
const harmless = (field: string): string => (/^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(field) ? `'${field}` : field);

export const writeTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((field) => quoted(harmless(field))).join(",")}\r\n`).join("");
