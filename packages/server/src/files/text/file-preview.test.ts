/** What previews show of spreadsheets: rows as rows, within bounds that no file moves. */
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { filePreview } from "./file-preview.ts";

const zip = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

interface Sheet {
  name: string;
  rows: string;
  state?: string;
}

const xlsx = (sheets: readonly Sheet[], more: Record<string, string> = {}): Uint8Array =>
  zip({
    "xl/workbook.xml": `<workbook><sheets>${sheets
      .map(({ name, state }, n) => `<sheet name="${name}" sheetId="${n}"${state ?? ""} r:id="rId${n}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets
      .map((_, n) => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`)
      .join("")}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });

const preview = (bytes: Uint8Array) => filePreview(bytes, "application/octet-stream", null);

test("a workbook's sheets are rows of what its cells show, in their columns", async () => {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>',
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Pears &amp; plums</t></is></c><c r="B2" s="1"><v>45292</v></c>',
    '<c r="C2"><v>0.30000000000000004</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A1</f><v>Sum</v></c></row>',
    '<row r="9"><c r="A9" s="2"><v>45292.5</v></c><c r="B9" s="3"><v>1200</v></c><c r="C9"/></row>',
  ].join("");
  const file = xlsx(
    [
      { name: "Prices &amp; more", rows },
      { name: "Empty", rows: "" },
      { name: "Hidden", rows: '<row><c t="str"><v>secret</v></c></row>', state: ' state="hidden"' },
    ],
    {
      "xl/sharedStrings.xml":
        "<sst><si><t>Name</t></si><si><r><t>Pri</t></r><r><t>ce</t></r><rPh><t>x</t></rPh></si></sst>",
      "xl/styles.xml":
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd.mm.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="#,##0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    },
  );
  const { tables, text, isTruncated } = (await preview(file))!;
  expect(tables).toEqual([
    {
      name: "Prices & more",
      isTruncated: false,
      rows: [
        ["Name", "", "Price"],
        ["Pears & plums", "2024-01-01", "0.3", "TRUE", "Sum"],
        [],
        ["2024-01-01 12:00", "1200"],
      ],
    },
  ]);
  expect(text).toContain("Name\t\tPrice\nPears & plums\t2024-01-01");
  expect(isTruncated).toBe(false);
});

test("an OpenDocument spreadsheet has its repeated cells and rows, and no comments", async () => {
  const content = `<office:document><office:spreadsheet><table:table table:name="List">
    <table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>A</text:p></table:table-cell>
    <table:table-cell/><table:table-cell><office:annotation><text:p>note</text:p></office:annotation><text:p>B</text:p></table:table-cell>
    <table:table-cell table:number-columns-repeated="16380"/></table:table-row>
    <table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>1</text:p><text:p>2</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>
    </table:table></office:spreadsheet></office:document>`;
  expect((await preview(zip({ "content.xml": content })))?.tables).toEqual([
    { name: "List", isTruncated: false, rows: [["A", "A", "", "B"], ["1 2"], ["1 2"]] },
  ]);
});

test("of an OpenDocument spreadsheet shapes are left out, spaces stay, and more sheets than are shown are said", async () => {
  const cell = "<text:p>one<text:s/>two<text:line-break/>three</text:p>";
  const sheet = `<table:table table:name="S"><table:shapes><draw:frame><text:p>shape</text:p></draw:frame></table:shapes>
    <table:table-row><table:table-cell>${cell}</table:table-cell></table:table-row></table:table>`;
  const sheets = (count: number): string => `<office:spreadsheet>${sheet.repeat(count)}</office:spreadsheet>`;
  const one = (await preview(zip({ "content.xml": sheets(1) })))!;
  expect(one).toMatchObject({ isTruncated: false, tables: [{ rows: [["one two three"]] }] });
  const many = (await preview(zip({ "content.xml": sheets(21) })))!;
  expect([many.tables?.length, many.isTruncated]).toEqual([20, true]);
});

test("what is longer or wider than is shown is cut, and says so", async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>${n}</v></c></row>`);
  const long = xlsx([{ name: "", rows: rows.join("") }]);
  const { tables, isTruncated } = (await preview(long))!;
  expect([tables?.[0]?.rows.length, isTruncated]).toEqual([1000, true]);

  const wide = xlsx([
    {
      name: "",
      rows: '<row r="1"><c r="XFD1"><v>far</v></c><c r="A1"><v>1</v></c></row><row r="999999"><c r="A999999"><v>2</v></c></row>',
    },
  ]);
  expect(await preview(wide)).toMatchObject({ isTruncated: true, tables: [{ rows: [["1"], [], ["2"]] }] });

  const cells = Array.from({ length: 100 }, () => "<c><v>1</v></c>").join("");
  const broad = (await preview(xlsx([{ name: "", rows: `<row>${cells}</row>`.repeat(900) }])))!;
  expect([broad.tables?.[0]?.rows.length, broad.isTruncated]).toEqual([200, true]);
});

test("damaged workbooks and other files give their text, or nothing", async () => {
  const broken = zip({
    "xl/workbook.xml": "<workbook><sheets><sheet name='x'",
    "xl/sharedStrings.xml": "<si><t>Word</t></si>",
  });
  expect(await preview(broken)).toEqual({ text: "Word", isTruncated: false });
  expect(await preview(zip({ "a.bin": "x" }))).toBeUndefined();
  expect(await preview(strToU8("plain"))).toEqual({ text: "plain", isTruncated: false });
});
