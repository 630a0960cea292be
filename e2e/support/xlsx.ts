/** A workbook as small as one can be, for tests. */
import { strToU8, zipSync } from "fflate";

const row = (cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join("")}</row>`;

/** @param sheets their rows by their names */
export function xlsx(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const all = Object.entries(sheets);
  const parts: [string, string][] = [
    [
      "workbook.xml",
      `<workbook><sheets>${all.map(([name], n) => `<sheet name="${name}" r:id="r${n}"/>`).join("")}</sheets></workbook>`,
    ],
    [
      "_rels/workbook.xml.rels",
      all.map((_, n) => `<Relationship Id="r${n}" Target="worksheets/sheet${n}.xml"/>`).join(""),
    ],
    ...all.map(([, rows], n): [string, string] => [
      `worksheets/sheet${n}.xml`,
      `<worksheet><sheetData>${rows.map(row).join("")}</sheetData></worksheet>`,
    ]),
  ];
  return Buffer.from(zipSync(Object.fromEntries(parts.map(([name, xml]) => [`xl/${name}`, strToU8(xml)]))));
}
