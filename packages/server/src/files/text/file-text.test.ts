/** Text of files, also of those that were made to cost much. */
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { greedyPdf, pdf } from "../../../../../e2e/support/pdf.ts";
import { fileText, MAX_FILE_TEXT } from "./file-text.ts";
import { TextThread } from "./text-thread.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const zip = (files: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

test.each<[string, Uint8Array, string]>([
  ["report.pdf", pdf(["Quarterly numbers", "and a forecast"]), "Quarterly numbers and a forecast"],
  [
    "letter.docx",
    zip({
      "word/document.xml":
        "<w:p><w:r><w:t>Dear</w:t></w:r><w:r><w:t> Anna &amp; Co</w:t></w:r></w:p><w:p><w:t>Bye</w:t></w:p>",
    }),
    "Dear Anna & Co Bye",
  ],
  [
    "prices.xlsx",
    zip({ "xl/sharedStrings.xml": "<sst><si><t>Apples</t></si><si><r><t>Pea</t></r><r><t>rs</t></r></si></sst>" }),
    "Apples Pears",
  ],
  ["talk.pptx", zip({ "ppt/slides/slide1.xml": "<a:p><a:r><a:t>Welcome</a:t></a:r></a:p>" }), "Welcome"],
  ["note.odt", zip({ "content.xml": "<text:h>Title</text:h><text:p>Words <b>here</b></text:p>" }), "Title Words here"],
  ["plain.txt", bytes("Привет, мир"), "Привет, мир"],
  ["old.txt", Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0]), "Привет мир"],
  ["page.html", bytes("<h1>Head</h1><script>no</script><p>Text</p>"), "Head Text"],
  ["inner.eml", bytes("Subject: Inside\r\nFrom: a@b.example\r\n\r\nWords"), "Inside a@b.example Words"],
  ["data.csv", bytes("a;b\n1;2"), "a;b 1;2"],
])("%s", async (name, content, text) => {
  const found = await fileText(content, "application/octet-stream", name);
  expect(found.replaceAll(/\s+/g, " ").trim()).toBe(text);
});

const base64 = (content: Uint8Array): string => Buffer.from(content).toString("base64");
const part = (type: string, name: string, content: Uint8Array): string =>
  `Content-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`;
/** @param parts their headers and content */
const letter = (subject: string, ...parts: string[]): Uint8Array =>
  bytes(
    `Subject: ${subject}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nSee below\r\n${parts
      .map((each) => `--b\r\n${each}\r\n`)
      .join("")}--b--\r\n`,
  );
const textOfLetter = (content: Uint8Array): Promise<string> => fileText(content, "message/rfc822", "letter.eml");

test("what lies in the files of a letter is among its words, and of letters in it", async () => {
  const report = part("application/pdf", "report.pdf", pdf(["Quarterly numbers"]));
  const damaged = part("application/pdf", "damaged.pdf", bytes("%PDF-1.7 nothing"));
  const plain = part("text/plain", "notes.txt", bytes("axolotl"));
  const card = part("text/vcard", "anna.vcf", bytes("BEGIN:VCARD\r\nFN:Anna Okapi\r\nEND:VCARD"));
  const inner = `Content-Type: message/rfc822\r\n\r\n${Buffer.from(letter("Inner", report)).toString()}`;
  const text = await textOfLetter(letter("Outer", damaged, plain, card, inner));
  for (const word of ["Outer", "Inner", "Quarterly numbers", "Anna Okapi"]) expect(text).toContain(word);
  expect(text.match(/axolotl/g)).toHaveLength(1);
});

test("letters within letters are read to a depth", async () => {
  let content = letter("Deep", part("application/pdf", "a.pdf", pdf(["Quarterly"])));
  for (let depth = 0; depth < 3; depth++)
    content = letter("Around", part("application/octet-stream", "a.eml", content));
  expect(await textOfLetter(content)).toContain("Deep");
  expect(await textOfLetter(content)).not.toContain("Quarterly");
});

/** A workbook with one sheet. */
const workbook = (rows: string, more: Record<string, string> = {}): Uint8Array =>
  zip({
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const textOf = async (file: Uint8Array): Promise<string> => fileText(file, "application/octet-stream", "a.xlsx");

test("numbers, days and results of formulas are text of a workbook, as they are shown", async () => {
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>42017</v></c><c r="C1"><v>0.30000000000000004</v></c></row>' +
    '<row r="2"><c r="A2" s="1"><v>45292</v></c><c r="B2" t="str"><f>A1</f><v>Sum</v></c><c r="C2" t="b"><v>1</v></c>' +
    '<c r="D2" t="e"><v>#REF!</v></c><c r="E2" t="inlineStr"><is><t>Plums</t></is></c></row>';
  const text = await textOf(
    workbook(rows, {
      "xl/sharedStrings.xml": "<sst><si><t>Apples</t></si></sst>",
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }),
  );
  expect(text.split(/\s+/).filter(Boolean).sort()).toEqual(["0.3", "2024-01-01", "42017", "Apples", "Plums", "Sum"]);
});

test("of many numbers as much is text as of many words", async () => {
  const row = `<row>${"<c><v>12345</v></c>".repeat(50)}</row>`;
  const text = await textOf(workbook(row.repeat(2000)));
  expect(text).toHaveLength(MAX_FILE_TEXT);
  expect(text.trim()).toMatch(/^12345\t12345/);
});

test("empty cells of a workbook cost no more than its bound", async () => {
  const bomb = workbook(`<row>${"<c/>".repeat(600_000)}<c><v>42017</v></c></row>`, {
    "xl/sharedStrings.xml": "<sst><si><t>Apples</t></si></sst>",
  });
  expect((await textOf(bomb)).trim()).toBe("Apples");
});

test("a zip bomb is read to its bound", async () => {
  const bomb = zip({ "word/document.xml": `<w:t>${"a ".repeat(11_000_000)}</w:t>` });
  expect(bomb.length).toBeLessThan(100_000);
  const text = await fileText(bomb, "application/octet-stream", "bomb.docx");
  expect(text.length).toBeLessThanOrEqual(MAX_FILE_TEXT);
});

test("XML of any depth and with entities of its own costs no more than its length", async () => {
  const deep = `<w:t>${"<w:p>".repeat(500_000)}deep`;
  expect(await fileText(zip({ "word/document.xml": deep }), "", "deep.docx")).toContain("deep");
  const short = "<w:p><w:t>a</w:t></w:p>".repeat(250_000);
  expect(await fileText(zip({ "word/document.xml": short }), "", "short.docx")).toHaveLength(MAX_FILE_TEXT);
  const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:t>&b;</w:t>`;
  expect((await fileText(zip({ "word/document.xml": laughs }), "", "laughs.docx")).length).toBeLessThan(20);
});

test("a file that is not what its name says gives what it is, or nothing", async () => {
  expect(await fileText(pdf(["Hidden"]), "image/png", "x.txt")).toContain("Hidden");
  expect(await fileText(Uint8Array.of(1, 0, 2, 0), "text/plain", "binary.txt")).toBe("");
  expect((await fileText(bytes("PK\u0003\u0004 damaged"), "", "damaged.docx")).trim()).toBe("");
});

/** The file as the only part of a message. */
const orderOf = (type: string, name: string, content: Uint8Array) => ({
  bytes: bytes(
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString("base64")}`,
  ),
  blobId: `${"B".padEnd(44, "x")}_1`,
  type,
  name,
  form: "terms" as const,
});

test("a file that costs its time or its memory ends its thread, and the next one is read", async () => {
  const word = orderOf("text/plain", "a.txt", bytes("word"));
  const hurried = new TextThread(1);
  expect(await hurried.read(word)).toBeUndefined();
  await hurried.close();
  const thread = new TextThread();
  expect(await thread.read(orderOf("application/pdf", "broken.pdf", pdf([]).subarray(0, 200)))).toBe("");
  expect(await thread.read(word)).toBe("word");
  expect(await thread.read(orderOf("application/pdf", "greedy.pdf", greedyPdf()))).toBeUndefined();
  expect(await thread.read(word)).toBe("word");
  await thread.close();
});
