/** One-page PDF documents (ISO 32000-1) with lines of text in the standard font Helvetica, which has no Cyrillic. */

export interface PdfLine {
  text: string;
  /** Points; 11 by default. */
  size?: number;
  isBold?: boolean;
}

/** @param lines from the top; an empty text leaves a gap */
export function pdf(title: string, lines: readonly PdfLine[]): Buffer {
  let y = 790;
  const shown = lines.map(({ text, size = 11, isBold = false }) => {
    y -= size * 1.7;
    return `BT /${isBold ? "B" : "R"} ${size} Tf 60 ${y.toFixed(1)} Td (${escape(text)}) Tj ET`;
  });
  const content = ["0.9 0.93 0.98 rg 0 800 595 42 re f 0 g", ...shown].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
    `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title (${escape(title)}) /Producer (Pismo) >>`,
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(text, "latin1");
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = Buffer.byteLength(text, "latin1");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

const escape = (text: string) => text.replaceAll(/[\\()]/g, "\\$&");

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
