/** The text of a file, for the search index. Runs in a thread that is ended when a file costs too much. */
import { extensionOfName, fileKind } from "@pismo/jmap";
import { bodyLists, decodePart } from "../../mime/parse/body.ts";
import { parseMessage } from "../../mime/parse/parse.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { decodeText, decodeUnknown } from "../../mime/text/charset.ts";
import { htmlToText } from "../../mime/text/html-text.ts";
import { rtfText } from "../../mime/tnef/rtf-text.ts";
import { filesAmong, hasText } from "../../store/files/file-rows.ts";
import { officeText } from "./office-text.ts";
import { pdfText } from "./pdf-text.ts";

/** Characters: some two hundred pages. */
export const MAX_FILE_TEXT = 400_000;
/** Maximum depth of letters in letters whose files are read. */
const MAX_NESTING = 3;

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");

/** The files of a letter; one that is damaged has no text, and costs the others nothing. */
async function textOfFiles(bytes: Uint8Array, structure: PartNode, limit: number, nesting: number): Promise<string> {
  let text = "";
  for (const part of filesAmong(bodyLists(structure).attachments)) {
    if (text.length >= limit) break;
    const { type, name, size } = part;
    const kind = fileKind(type, name);
    // Parts that are text are among the letter's own words, but for cards.
    if (!hasText({ kind, size }) || (type.startsWith("text/") && kind !== "contact")) continue;
    text += ` ${await fileText(decodePart(bytes, part), type, name, nesting).catch(() => "")}`;
  }
  return text;
}

async function letterText(bytes: Uint8Array, nesting: number): Promise<string> {
  const { searchText, structure } = parseMessage(bytes);
  const { subject, from, to, body, attachments } = searchText;
  const text = [subject, from, to, body, attachments].join(" ");
  const room = MAX_FILE_TEXT - text.length;
  return nesting < MAX_NESTING ? text + (await textOfFiles(bytes, structure, room, nesting + 1)) : text;
}

/**
 * By what the file is, whatever it is called. Empty where it has no text that can be read.
 * @param nesting in how many letters that are files themselves it is
 * @throws for damaged files
 */
export async function fileText(bytes: Uint8Array, type: string, name: string | null, nesting = 0): Promise<string> {
  const kind = fileKind(type, name);
  if (isPdf(bytes)) return pdfText(bytes, MAX_FILE_TEXT);
  if (isArchive(bytes)) return officeText(bytes, MAX_FILE_TEXT);
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "{\\rtf") {
    const { type: inner, value } = rtfText(bytes);
    return (inner === "text/html" ? htmlToText(value, MAX_FILE_TEXT) : value).slice(0, MAX_FILE_TEXT);
  }
  if (kind === "letter") return (await letterText(bytes, nesting)).slice(0, MAX_FILE_TEXT);
  // Old formats of offices, and what only calls itself a text.
  const head = bytes.subarray(0, 4096);
  const hasMark = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (kind === "pdf" || (head.includes(0) && !hasMark)) return "";
  const start = bytes.subarray(0, 4 * MAX_FILE_TEXT);
  const text = hasMark ? decodeText(start, head[0] === 0xff ? "utf-16le" : "utf-16be").value : decodeUnknown(start);
  const isHtml = type === "text/html" || /^html?$/.test(extensionOfName(name));
  return (isHtml ? htmlToText(text, MAX_FILE_TEXT) : text).slice(0, MAX_FILE_TEXT);
}
