/**
 * Splits an mbox into messages (RFC 4155 and its older dialects), streamed: memory holds at most one message and
 * one chunk of the file. Content-Length is ignored, because programs that rewrite a message
 * rarely correct it; the From_ line decides.
 */
import { open } from "node:fs/promises";
import type { Origin } from "./message.ts";

export interface MboxMessage extends Origin {
  /** As in the file, without the From_ line, the blank line after it, and one level of ">From " quoting. */
  bytes: Uint8Array;
  /** The time on the From_ line. */
  envelopeDate: Date | undefined;
  end: number;
}
export interface MboxOversized extends Origin {
  /** In octets; the bytes were not retained. */
  oversized: number;
  end: number;
}

const pieceSize = 1 << 20;
/** A From_ line is recognised together with its next line; longer ones are no From_ line. */
const lookahead = 4096;
const LF = 0x0a;
const CR = 0x0d;
const marker = Buffer.from("\nFrom ");

/**
 * @param start offset of the From_ line to begin at
 * @param maxSize octets of the largest message that is retained
 * @throws Error when the file cannot be read or does not begin with a From_ line
 */
export async function* readMbox(
  file: string,
  { start = 0, maxSize }: { start?: number; maxSize: number },
): AsyncGenerator<MboxMessage | MboxOversized> {
  const handle = await open(file, "r");
  try {
    let buffer: Buffer = Buffer.alloc(0);
    let bufferStart = start;
    let readAt = start;
    let isEnd = false;
    const more = async () => {
      const piece = Buffer.allocUnsafe(pieceSize);
      const { bytesRead } = await handle.read(piece, 0, pieceSize, readAt);
      readAt += bytesRead;
      if (bytesRead === 0) isEnd = true;
      else buffer = Buffer.concat([buffer, piece.subarray(0, bytesRead)]);
    };

    await more();
    const blank = /^[\r\n]*/.exec(buffer.subarray(0, lookahead).toString("latin1"))?.[0].length ?? 0;
    buffer = buffer.subarray(blank);
    bufferStart += blank;
    if (buffer.length > 0 && buffer.subarray(0, 5).toString("latin1") !== "From ") {
      throw new Error("not an mbox: it does not begin with “From ”");
    }

    while (buffer.length > 0) {
      // One message: the From_ line, then everything up to the next one. `kept` holds the bytes that certainly belong to it.
      let kept: Buffer[] | undefined = [];
      let keptSize = 0;
      let scanFrom = 0;
      let next: number;
      for (;;) {
        next = nextFromLine(buffer, scanFrom, isEnd);
        if (next >= 0 || isEnd) break;
        // Bytes well before the end cannot belong to the next From_ line.
        const certain = Math.max(0, buffer.length - 2 * lookahead);
        if (certain > 0) {
          keptSize += certain;
          if (keptSize > maxSize + lookahead) kept = undefined;
          kept?.push(buffer.subarray(0, certain));
          buffer = buffer.subarray(certain);
        }
        scanFrom = Math.max(0, buffer.length - lookahead);
        await more();
      }
      const length = next < 0 ? buffer.length : next;
      const size = keptSize + length;
      const offset = bufferStart;
      const end = offset + size;
      const whole = kept && Buffer.concat([...kept, buffer.subarray(0, length)]);
      buffer = buffer.subarray(length);
      bufferStart = end;
      if (whole && size <= maxSize + lookahead) yield { file, offset, end, ...unpack(whole) };
      else yield { file, offset, end, oversized: size };
      if (buffer.length === 0 && !isEnd) await more();
    }
  } finally {
    await handle.close();
  }
}

/** The index of the next From_ line after `from`, or -1; `isEnd`: nothing follows the buffer. */
function nextFromLine(buffer: Buffer, from: number, isEnd: boolean): number {
  for (let at = buffer.indexOf(marker, from); at >= 0; at = buffer.indexOf(marker, at + 1)) {
    const lineStart = at + 1;
    if (!isEnd && buffer.length - lineStart < lookahead) return -1;
    const lineEnd = buffer.indexOf(LF, lineStart);
    if (lineEnd < 0 || lineEnd - lineStart > lookahead / 2) continue;
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
function unpack(whole: Buffer): { bytes: Uint8Array; envelopeDate: Date | undefined } {
  const lineEnd = whole.indexOf(LF);
  const line = whole.toString("latin1", 0, lineEnd < 0 ? whole.length : lineEnd).trimEnd();
  let start = lineEnd < 0 ? whole.length : lineEnd + 1;
  // Some delivery agents leave the quoted From_ line of the previous hop above the header.
  while (/^>+From /.test(whole.toString("latin1", start, start + 16))) {
    const end = whole.indexOf(LF, start);
    start = end < 0 ? whole.length : end + 1;
  }
  // The blank line after a message belongs to the mbox, not to the message.
  let end = whole.length;
  if (whole[end - 1] === LF && whole[end - 2] === LF) end -= 1;
  else if (whole[end - 1] === LF && whole[end - 2] === CR && whole[end - 3] === LF) end -= 2;
  return { bytes: unquote(whole.subarray(start, end)), envelopeDate: fromLineDate(line) };
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
