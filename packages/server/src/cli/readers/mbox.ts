/**
 * Splits an mbox into messages (RFC 4155 and its older dialects), streamed: memory holds at most one message and
 * one chunk of the file. Content-Length is ignored, because programs that rewrite a message
 * rarely correct it; the From_ line decides.
 */
import { type FileHandle, open } from "node:fs/promises";
import type { Origin } from "./message.ts";

export interface MboxMessage extends Origin {
  /** As in the file, without the From_ line, the blank line after it, and one level of ">From " quoting. */
  bytes: Uint8Array;
  /** The time on the From_ line. */
  envelopeDate: Date | undefined;
  end: number;
}
export interface MboxOversized extends Origin {
  /** The size in octets; the bytes were not retained. */
  oversized: number;
  end: number;
}

const CHUNK_BYTES = 1 << 20;
/** A From_ line is recognised together with its next line; longer ones are no From_ line. */
const LOOKAHEAD_BYTES = 4096;
const LF = 0x0a;
const CR = 0x0d;
const marker = Buffer.from("\nFrom ");

/**
 * @param start offset of the From_ line to begin at
 * @param maxBytes a larger message is not retained
 * @throws Error when the file cannot be read or does not begin with a From_ line
 */
export async function* readMbox(
  file: string,
  { start = 0, maxBytes }: { start?: number; maxBytes: number },
): AsyncGenerator<MboxMessage | MboxOversized> {
  const handle = await open(file, "r");
  try {
    const splitter = new MboxSplitter(handle, start);
    await splitter.begin();
    for (let found = await splitter.next(maxBytes); found; found = await splitter.next(maxBytes)) {
      const { content, ...range } = found;
      if (content) yield { file, ...range, ...unpack(content) };
      else yield { file, ...range, oversized: range.end - range.offset };
    }
  } finally {
    await handle.close();
  }
}

/** A From_ line and everything up to the next one. */
interface Entry {
  offset: number;
  end: number;
  /** undefined: it is too large. */
  content: Buffer | undefined;
}

class MboxSplitter {
  readonly #handle: FileHandle;
  #buffer: Buffer = Buffer.alloc(0);
  /** Of the buffer in the file. */
  #offset: number;
  #readAt: number;
  #isEnd = false;

  constructor(handle: FileHandle, start: number) {
    this.#handle = handle;
    this.#offset = start;
    this.#readAt = start;
  }

  /** @throws Error where no From_ line follows the blank lines */
  async begin(): Promise<void> {
    await this.#readChunk();
    const head = this.#buffer.subarray(0, LOOKAHEAD_BYTES).toString("latin1");
    this.#drop(/^[\r\n]*/.exec(head)?.[0].length ?? 0);
    if (this.#buffer.length > 0 && this.#buffer.subarray(0, 5).toString("latin1") !== "From ") {
      throw new Error("not an mbox: it does not begin with “From ”");
    }
  }

  /** @returns undefined at the end of the file */
  async next(maxBytes: number): Promise<Entry | undefined> {
    if (this.#buffer.length === 0 && !this.#isEnd) await this.#readChunk();
    if (this.#buffer.length === 0) return undefined;
    const offset = this.#offset;
    /** Bytes that certainly belong to the entry. */
    let certain: Buffer[] | undefined = [];
    let scanFrom = 0;
    let next = nextFromLine(this.#buffer, scanFrom, this.#isEnd);
    while (next < 0 && !this.#isEnd) {
      // Bytes well before the end cannot belong to the next From_ line.
      const length = Math.max(0, this.#buffer.length - 2 * LOOKAHEAD_BYTES);
      const bytes = this.#drop(length);
      if (this.#offset - offset > maxBytes + LOOKAHEAD_BYTES) certain = undefined;
      if (length > 0) certain?.push(bytes);
      scanFrom = Math.max(0, this.#buffer.length - LOOKAHEAD_BYTES);
      await this.#readChunk();
      next = nextFromLine(this.#buffer, scanFrom, this.#isEnd);
    }
    const rest = this.#drop(next < 0 ? this.#buffer.length : next);
    const end = this.#offset;
    if (end - offset > maxBytes + LOOKAHEAD_BYTES) certain = undefined;
    return { offset, end, content: certain && Buffer.concat([...certain, rest]) };
  }

  async #readChunk(): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await this.#handle.read(chunk, 0, CHUNK_BYTES, this.#readAt);
    this.#readAt += bytesRead;
    if (bytesRead === 0) this.#isEnd = true;
    else this.#buffer = Buffer.concat([this.#buffer, chunk.subarray(0, bytesRead)]);
  }

  /** Removes bytes from the start of the buffer. */
  #drop(length: number): Buffer {
    const bytes = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    this.#offset += length;
    return bytes;
  }
}

/** The index of the next From_ line after `from`, or -1; `isEnd`: nothing follows the buffer. */
function nextFromLine(buffer: Buffer, from: number, isEnd: boolean): number {
  for (let at = buffer.indexOf(marker, from); at >= 0; at = buffer.indexOf(marker, at + 1)) {
    const lineStart = at + 1;
    if (!isEnd && buffer.length - lineStart < LOOKAHEAD_BYTES) return -1;
    const lineEnd = buffer.indexOf(LF, lineStart);
    if (lineEnd < 0 || lineEnd - lineStart > LOOKAHEAD_BYTES / 2) continue;
    const line = buffer.toString("latin1", lineStart, lineEnd).trimEnd();
    const isAfterBlank =
      at === 0 || buffer[at - 1] === LF || (buffer[at - 1] === CR && (at === 1 || buffer[at - 2] === LF));
    if (isFromLine(line, isAfterBlank, headerFollows(buffer, lineEnd + 1, isEnd))) return lineStart;
  }
  return -1;
}

const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)\b/i;
const time = /\b\d{1,2}:\d{2}\b/;
const year = /\b(?:19|20)\d{2}\b/;

/**
 * Writers differ in the format of the date and of the address ("-", "user at host", a number), and some omit the
 * blank line before; a sentence that begins with "From " has no time and year, or no header after it.
 */
function isFromLine(line: string, isAfterBlank: boolean, headerIsNext: boolean): boolean {
  if (!time.test(line) || !year.test(line)) return false;
  return isAfterBlank ? headerIsNext || weekday.test(line) : headerIsNext && weekday.test(line);
}

function headerFollows(buffer: Buffer, start: number, isEnd: boolean): boolean {
  if (start >= buffer.length) return isEnd;
  const line = buffer.toString("latin1", start, Math.min(buffer.length, start + 200));
  return /^(?:>?From |[!-9;-~]+[ \t]*:)/.test(line);
}

/** The message after a From_ line. */
function unpack(entry: Buffer): { bytes: Uint8Array; envelopeDate: Date | undefined } {
  const lineEnd = entry.indexOf(LF);
  const line = entry.toString("latin1", 0, lineEnd < 0 ? entry.length : lineEnd).trimEnd();
  let start = lineEnd < 0 ? entry.length : lineEnd + 1;
  // Some delivery agents leave the quoted From_ line of the previous hop above the header.
  while (/^>+From /.test(entry.toString("latin1", start, start + 16))) {
    const end = entry.indexOf(LF, start);
    start = end < 0 ? entry.length : end + 1;
  }
  // The blank line after a message belongs to the mbox, not to the message.
  let end = entry.length;
  if (entry[end - 1] === LF && entry[end - 2] === LF) end -= 1;
  else if (entry[end - 1] === LF && entry[end - 2] === CR && entry[end - 3] === LF) end -= 2;
  return { bytes: unquote(entry.subarray(start, end)), envelopeDate: fromLineDate(line) };
}

const quoted = Buffer.from("\n>");

/**
 * Removes one ">" from every line of ">"s and "From " (mboxrd). An mboxo, which quotes "From " alone, gives the
 * same result except for lines that began with ">From " in the message; the file does not distinguish the two.
 */
function unquote(bytes: Buffer): Uint8Array {
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = bytes.indexOf(quoted); at >= 0; at = bytes.indexOf(quoted, at + 1)) {
    let rest = at + 2;
    while (bytes[rest] === 0x3e) rest += 1;
    if (bytes.toString("latin1", rest, rest + 5) !== "From ") continue;
    pieces.push(bytes.subarray(done, at + 1));
    done = at + 2;
  }
  return done === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(done)]);
}

/** "Thu Sep  5 20:06:20 2002", with a zone before or after the year, or the date of a header field. */
export function fromLineDate(line: string): Date | undefined {
  const asctime =
    /\b([a-z]{3}) +(\d{1,2}) +(\d{1,2}:\d{2}(?::\d{2})?)((?: +(?:[a-z]{2,5}|[+-]\d{4}))*) +(\d{4})(?: +([+-]\d{4}))?/i;
  const [, month, day, clock, zoneBefore = "", yearText, zoneBehind = ""] = asctime.exec(line) ?? [];
  const zone = /[+-]\d{4}/.exec(zoneBefore)?.[0] ?? (zoneBehind || "+0000");
  const text = month ? `${day} ${month} ${yearText} ${clock} ${zone}` : line.replace(/^From +\S+ +/, "");
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
