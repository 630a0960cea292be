/** Small real PDF files, made here. */
import { deflateSync } from "node:zlib";

/** A file of these objects: the first is its catalogue, each is named by its place, from 1 on. */
export function pdfFile(objects: readonly string[]): Buffer {
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const begin = text.length;
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${begin}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

export const pdfStream = (content: string, entries = ""): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`;

export const pdfPage = (contents: number, entries = ""): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${contents} 0 R ${entries} >>`;

/** Pages with one line of text each, and a red bar at their foot. */
export function pdf(lines: readonly string[]): Buffer {
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${lines.map((_, index) => `${4 + 2 * index} 0 R`).join(" ")}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, index) => [
      pdfPage(5 + 2 * index, "/Resources << /Font << /F1 3 0 R >> >>"),
      pdfStream(`1 0 0 rg 0 0 300 40 re f BT /F1 24 Tf 20 100 Td 0 0 0 rg (${line}) Tj ET`),
    ]),
  ]);
}

const script = (number: number): string => `<< /S /JavaScript /JS (app.alert\\(${number}\\); alert\\(${number}\\)) >>`;

/**
 * One page that tries what a PDF can: JavaScript when it is opened, drawn and typed into, a form that is sent, links, a
 * program that is started, an image and a file at another host, code in a font's matrix (CVE-2024-4367), an image and a
 * page of a size that nothing can hold.
 */
export function hostilePdf(host: string): Buffer {
  const all = "/Rect [0 0 300 200] /Type /Annot";
  return pdfFile([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script(11)} /AA << /WC ${script(12)} >> /AcroForm 6 0 R
      /Names << /JavaScript << /Names [(a) ${script(13)}] >> >> >>`,
    "<< /Type /Pages /Kids [4 0 R 11 0 R] /Count 2 >>",
    `<< /Type /Font /Subtype /Type1 /BaseFont /Evil /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor 12 0 R
      /FontMatrix [0.001 0 0 0.001 0 (0\\); alert\\(14\\);//)] >>`,
    pdfPage(
      5,
      `/Annots [7 0 R 8 0 R 9 0 R] /AA << /O ${script(15)} >>
       /Resources << /Font << /F1 3 0 R >> /XObject << /Remote 10 0 R /Huge 13 0 R >> >>`,
    ),
    pdfStream(
      "1 0 0 rg 0 0 300 40 re f q 50 0 0 50 0 100 cm /Remote Do Q q 50 0 0 50 60 100 cm /Huge Do Q BT /F1 24 Tf (A) Tj ET",
    ),
    `<< /Fields [7 0 R] /NeedAppearances true /XFA 14 0 R >>`,
    `<< ${all} /Subtype /Widget /FT /Tx /T (a) /V (typed) /A << /S /SubmitForm /F (${host}/form) >>
      /AA << /K ${script(16)} /Fo ${script(17)} >> >>`,
    `<< ${all} /Subtype /Link /A << /S /URI /URI (${host}/link) >> >>`,
    `<< ${all} /Subtype /Screen /A << /S /Launch /F (calc.exe) >> /AP << /N 10 0 R >> >>`,
    `<< /Type /XObject /Subtype /Image /Width 10 /Height 10 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 0
      /F << /FS /URL /F (${host}/image) >> >>\nstream\n\nendstream`,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] /Contents 5 0 R >>`,
    `<< /Type /FontDescriptor /FontName /Evil /Flags 4 /FontMatrix [0.001 0 0 0.001 0 (0\\); alert\\(18\\);//)]
      /FontFile << /F (${host}/font) >> >>`,
    pdfStream(
      "x",
      "/Type /XObject /Subtype /Image /Width 999999 /Height 999999 /ColorSpace /DeviceRGB /BitsPerComponent 8",
    ),
    pdfStream(`<script contentType="application/x-javascript">alert(19)</script>`),
  ]);
}

/** A page of a few octets whose content unpacks to a gigabyte of spaces. */
export function greedyPdf(): Buffer {
  const packed = deflateSync(Buffer.alloc(2 * 8_000_000, Buffer.of(129, 32))).toString("latin1");
  return pdfFile([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    pdfPage(4),
    pdfStream(packed, "/Filter [/FlateDecode /RunLengthDecode]"),
  ]);
}
