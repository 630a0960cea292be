/** The text of a file, for the search index. Runs in a thread that is ended when a file costs too much. */
import { extensionOfName, fileKind } from "@pismo/jmap";
import { parseMessage } from "../../mime/parse/parse.ts";
import { decodeText, decodeUnknown } from "../../mime/text/charset.ts";
import { htmlToText } from "../../mime/text/html-text.ts";
import { rtfText } from "../../mime/tnef/rtf-text.ts";
import { officeText } from "./office-text.ts";
import { pdfText } from "./pdf-text.ts";

/** Characters: some two hundred pages. */
export const MAX_FILE_TEXT = 400_000;
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");

/** By what the file is, whatever it is called. Empty where it has no text that can be read. @throws for damaged files */
export async function fileText(bytes: Uint8Array, type: string, name: string | null): Promise<string> {
  const kind = fileKind(type, name);
  if (isPdf(bytes)) return pdfText(bytes, MAX_FILE_TEXT);
  if (isArchive(bytes)) return officeText(bytes, MAX_FILE_TEXT);
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "{\\rtf") {
    const { type: inner, value } = rtfText(bytes);
    return (inner === "text/html" ? htmlToText(value, MAX_FILE_TEXT) : value).slice(0, MAX_FILE_TEXT);
  }
  if (kind === "letter") {
    const { subject, from, to, body, attachments } = parseMessage(bytes).searchText;
    return [subject, from, to, body, attachments].join(" ").slice(0, MAX_FILE_TEXT);
  }
  // Old formats of offices, and what only calls itself a text.
  const head = bytes.subarray(0, 4096);
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (kind === "pdf" || (head.includes(0) && !hasMark)) return "";
  const start = bytes.subarray(0, 4 * MAX_FILE_TEXT);
  const text = hasMark ? decodeText(start, head[0] === 0xff ? "utf-16le" : "utf-16be").value : decodeUnknown(start);
  const isHtml = type === "text/html" || /^html?$/.test(extensionOfName(name));
  return (isHtml ? htmlToText(text, MAX_FILE_TEXT) : text).slice(0, MAX_FILE_TEXT);
}
