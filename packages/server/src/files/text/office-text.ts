/** The text of documents, tables and presentations: archives of XML (OOXML and OpenDocument). */
import { excelValues } from "./excel-tables.ts";
import { unzipSome } from "./unzip.ts";
import { type XmlRules, xmlText } from "./xml-text.ts";

interface Format extends XmlRules {
  isRead: RegExp;
}

const formats: readonly Format[] = [
  {
    isRead: /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/,
    breaks: /^w:(?:p|br)$/,
    gaps: /^w:tab$/,
    within: /^w:t$/,
  },
  { isRead: /^xl\/(?:sharedStrings|worksheets\/sheet\d+)\.xml$/, breaks: /^(?:si|is|row)$/, within: /^t$/ },
  { isRead: /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+)\.xml$/, breaks: /^a:(?:p|br)$/, within: /^a:t$/ },
  { isRead: /^content\.xml$/, breaks: /^(?:text:(?:p|h|line-break)|table:table-row)$/, gaps: /^text:(?:tab|s)$/ },
];

const bounds = { maxOctets: 20_000_000, maxFiles: 200 };

export function officeText(archive: Uint8Array, limit: number): string {
  const files = unzipSome(archive, (name) => formats.some(({ isRead }) => isRead.test(name)), bounds);
  let text = "";
  for (const [name, octets] of files) {
    const format = formats.find(({ isRead }) => isRead.test(name))!;
    text += `\n${xmlText(new TextDecoder().decode(octets), format, limit - text.length)}`;
    if (text.length >= limit) break;
  }
  if (text.length < limit && [...files.keys()].some((name) => name.startsWith("xl/"))) {
    text += `\n${excelValues(archive, limit - text.length)}`;
  }
  return text.slice(0, limit);
}
