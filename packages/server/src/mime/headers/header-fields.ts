/** Finds header fields in raw bytes: RFC 5322 §2.2, tolerant of the errors in real mail. */

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;

/** Byte offsets of one field; the value begins after the colon and ends before the line end. */
export interface FieldSpan {
  nameStart: number;
  nameEnd: number;
  valueStart: number;
  valueEnd: number;
}

/** The offset of the first line break at or after `pos`, or `end`. */
export function lineEnd(bytes: Uint8Array, pos: number, end: number): number {
  while (pos < end && bytes[pos] !== LF && bytes[pos] !== CR) pos++;
  return pos;
}

/** The offset after the line break at `pos`: LF, CRLF, a lone CR, or CR CR LF, which some gateways write. */
export function afterBreak(bytes: Uint8Array, pos: number, end: number): number {
  if (pos >= end) return end;
  if (bytes[pos] === LF) return pos + 1;
  let next = pos;
  while (next < end && bytes[next] === CR) next++;
  return bytes[next] === LF && next < end ? next + 1 : pos + 1;
}

/** The colon of a field that begins at `pos`, or -1. White space before the colon is obsolete syntax (RFC 5322 §4.5.3). */
function colonOf(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end && bytes[at]! > SPACE && bytes[at]! < 0x7f && bytes[at] !== COLON) at++;
  if (at === pos) return -1;
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at < end && bytes[at] === COLON ? at : -1;
}

const isFolded = (bytes: Uint8Array, pos: number, end: number): boolean =>
  pos < end && (bytes[pos] === SPACE || bytes[pos] === TAB);

/** The line break that ends the field around `pos`, after all its folded lines. */
function fieldEnd(bytes: Uint8Array, pos: number, end: number): number {
  for (;;) {
    const breakAt = lineEnd(bytes, pos, end);
    const next = afterBreak(bytes, breakAt, end);
    if (breakAt >= end || !isFolded(bytes, next, end)) return breakAt;
    pos = next;
  }
}

/** Names that hardly occur before a colon in text. */
const USUAL_NAME =
  /^(?:x-|content-|list-|dkim-|arc-|resent-|thread-|mime-version|from|to|cc|bcc|subject|date|received|message-id|return-path|delivered-to|reply-to|sender|references|in-reply-to|user-agent|authentication-results|precedence|importance)/i;
/** Consecutive folded lines that may have lost their indent. */
const MAX_JUNK_LINES = 20;

/** The field after a line that is no field, or a usual field after a few of them; -1 where the body begins. */
function fieldBehindJunk(bytes: Uint8Array, pos: number, end: number, isStop: (lineStart: number) => boolean): number {
  for (let lines = 0; lines < MAX_JUNK_LINES; lines++) {
    pos = afterBreak(bytes, fieldEnd(bytes, pos, end), end);
    if (pos >= end || bytes[pos] === LF || bytes[pos] === CR || isStop(pos)) return -1;
    const colon = colonOf(bytes, pos, end);
    if (colon < 0) continue;
    const name = String.fromCharCode(...bytes.subarray(pos, Math.min(colon, pos + 30)));
    if (lines === 0 || USUAL_NAME.test(name)) return pos;
  }
  return -1;
}

/**
 * Visits the header fields of [start, end) in order, in linear time.
 * Lines without a colon are skipped when a field follows them; otherwise the body begins there
 * (a message without the empty line). `isStop` tells whether the line at an offset ends the header
 * (a boundary). Returns the offset of the body.
 */
export function walkFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (field: FieldSpan) => void,
  isStop: (lineStart: number) => boolean = () => false,
): number {
  let pos = start;
  let isInHeader = isMboxLine(bytes, pos);
  while (pos < end) {
    if (bytes[pos] === LF || bytes[pos] === CR) return afterBreak(bytes, pos, end);
    if (isStop(pos)) return pos;
    const colon = colonOf(bytes, pos, end);
    if (colon >= 0) {
      const valueEnd = fieldEnd(bytes, colon + 1, end);
      let nameEnd = colon;
      while (bytes[nameEnd - 1] === SPACE || bytes[nameEnd - 1] === TAB) nameEnd--;
      visit({ nameStart: pos, nameEnd, valueStart: colon + 1, valueEnd });
      isInHeader = true;
      pos = afterBreak(bytes, valueEnd, end);
      continue;
    }
    const next = isInHeader ? fieldBehindJunk(bytes, pos, end, isStop) : -1;
    if (next < 0) return pos;
    pos = next;
  }
  return end;
}

/** "From " or ">From ": the separator of an mbox, which some programs leave before the header. */
function isMboxLine(bytes: Uint8Array, pos: number): boolean {
  const from = bytes[pos] === 0x3e ? pos + 1 : pos;
  return "From ".split("").every((char, index) => bytes[from + index] === char.charCodeAt(0));
}

/** The offset of a message's header: after a byte order mark and white space, which copying may have added. */
export function headerStartOf(bytes: Uint8Array): number {
  let pos = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (pos < bytes.length && [LF, CR, SPACE, TAB].includes(bytes[pos]!)) pos++;
  return colonOf(bytes, pos, bytes.length) >= 0 ? pos : 0;
}
