/**
 * Scans raw bytes for the tree of parts with their offsets, in one pass, linear in the size
 * whatever the content: RFC 2046 §5.1, tolerant of the errors in real mail.
 */
import { afterBreak, headerStartOf, lineEnd, walkFields } from "../headers/header-fields.ts";
import { mediaFields, type MediaFields } from "../headers/media-fields.ts";
import type { PartNode } from "./part.ts";
import { decodedSize } from "./transfer-encoding.ts";

export const MAX_DEPTH = 100;
export const MAX_PARTS = 10_000;
/** Maximum white space after a boundary that counts as padding. */
const MAX_PADDING = 1000;
/** Octets that are searched for a boundary that the header does not name. */
const GUESS_WINDOW = 8192;

/** A multipart that has not ended. */
interface Frame {
  node: PartNode & { subParts: PartNode[] };
  path: string;
  /** null once its close delimiter has been seen: what follows is epilogue. */
  boundary: string | null;
}

interface Delimiter {
  start: number;
  /** The offset after the delimiter line. */
  end: number;
  frame: Frame;
  isClose: boolean;
}

class Scanner {
  private readonly bytes: Buffer;
  private readonly frames: Frame[] = [];
  private leaf: PartNode | null = null;
  private parts = 0;
  private longest = 0;
  /** Built when needed; null once the open multiparts have changed. */
  private byBoundary: Map<string, Frame> | null = null;
  /** The next "\n--" and "\r--" at or after the last search; -1 unknown, Infinity none. */
  private readonly ahead = { "\n--": -1, "\r--": -1 };

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  scan(): PartNode {
    const { bytes } = this;
    const root = this.open(headerStartOf(bytes), "", "text/plain");
    let pos = root.bodyStart;
    for (;;) {
      const delimiter = this.nextDelimiter(pos);
      if (!delimiter) break;
      const { frame } = delimiter;
      this.closeInside(frame, delimiter.start);
      pos = delimiter.end;
      if (delimiter.isClose) {
        frame.boundary = null;
        this.byBoundary = null;
      } else {
        const { node, path } = frame;
        const implied = node.type === "multipart/digest" ? "message/rfc822" : "text/plain";
        const index = node.subParts.length + 1;
        const child = this.open(delimiter.end, path ? `${path}.${index}` : `${index}`, implied);
        node.subParts.push(child);
        pos = child.bodyStart;
      }
    }
    this.closeInside(null, bytes.length);
    return root;
  }

  /** Reads the header of a part and makes it the innermost open one. */
  private open(start: number, path: string, implied: string): PartNode {
    const { bytes } = this;
    const fields = new Map<string, string>();
    const bodyStart = walkFields(
      bytes,
      start,
      bytes.length,
      ({ nameStart, nameEnd, valueStart, valueEnd }) => {
        if ((bytes[nameStart]! | 0x20) !== 0x63 || nameEnd - nameStart > 40) return;
        const name = bytes.toString("latin1", nameStart, nameEnd).toLowerCase();
        if (name.startsWith("content-") && !fields.has(name))
          fields.set(name, bytes.toString("latin1", valueStart, valueEnd));
      },
      (line) => this.delimiterAt(line) !== null,
    );
    this.parts++;
    const media = mediaFields(fields, implied);
    const node = { ...media.node, headerStart: start, bodyStart, bodyEnd: bodyStart, size: 0 };
    if (!media.node.type.startsWith("multipart/")) {
      this.leaf = { ...node, partId: path || "1", subParts: null };
      return this.leaf;
    }
    if (this.frames.length >= MAX_DEPTH) {
      // Deeper nesting is an attack: the rest stays one part, which can be downloaded.
      this.leaf = { ...node, type: "application/octet-stream", partId: path || "1", subParts: null };
      return this.leaf;
    }
    const multipart = { ...node, partId: null, subParts: [] };
    const boundary = this.boundaryOf(media, bodyStart);
    this.frames.push({ node: multipart, path, boundary });
    this.byBoundary = null;
    this.longest = Math.max(this.longest, boundary?.length ?? 0);
    return multipart;
  }

  private boundaryOf(media: MediaFields, bodyStart: number): string | null {
    return media.boundary ?? this.guessBoundary(bodyStart);
  }

  /** Without a boundary parameter: the first line that begins with "--" and is followed by a Content- field. */
  private guessBoundary(bodyStart: number): string | null {
    const window = this.bytes.toString("latin1", bodyStart, bodyStart + GUESS_WINDOW);
    return /(?:^|[\r\n])--([^\r\n]{1,200}?)[ \t]*(?:\r\n|\n|\r)content-/i.exec(window)?.[1] ?? null;
  }

  /** Ends everything inside `frame` (null: everything) before the delimiter at `at`. */
  private closeInside(frame: Frame | null, at: number): void {
    const end = frame ? this.beforeBreak(at) : at;
    if (this.leaf) this.closeLeaf(this.leaf, end);
    this.leaf = null;
    while (this.frames.length > 0 && this.frames.at(-1) !== frame) {
      this.closeMultipart(this.frames.pop()!, end);
      this.byBoundary = null;
    }
  }

  private closeLeaf(node: PartNode, end: number): void {
    node.bodyEnd = Math.max(node.bodyStart, end);
    node.size = decodedSize(this.bytes.subarray(node.bodyStart, node.bodyEnd), node.encoding);
  }

  private closeMultipart({ node, path }: Frame, end: number): void {
    node.bodyEnd = Math.max(node.bodyStart, end);
    node.size = node.bodyEnd - node.bodyStart;
    if (node.subParts.length > 0 || node.size === 0) return;
    // No delimiter at all: the content is shown as text, rather than nothing.
    const { node: media } = mediaFields(new Map(), "text/plain");
    const { bodyStart, bodyEnd, size } = node;
    const partId = path ? `${path}.1` : "1";
    node.subParts.push({ ...media, partId, headerStart: bodyStart, bodyStart, bodyEnd, size, subParts: null });
  }

  /** The line break before a delimiter belongs to the delimiter (RFC 2046 §5.1.1). */
  private beforeBreak(lineStart: number): number {
    if (this.bytes[lineStart - 1] === 0x0a) return this.bytes[lineStart - 2] === 0x0d ? lineStart - 2 : lineStart - 1;
    return this.bytes[lineStart - 1] === 0x0d ? lineStart - 1 : lineStart;
  }

  private nextDelimiter(from: number): Delimiter | null {
    let found = this.delimiterAt(from);
    let pos = Math.max(0, from - 1);
    while (!found) {
      const line = Math.min(this.find("\n--", pos), this.find("\r--", pos)) + 1;
      if (line === Infinity) return null;
      found = this.delimiterAt(line);
      pos = line;
    }
    return found;
  }

  private find(needle: "\n--" | "\r--", from: number): number {
    if (this.ahead[needle] < from) {
      const at = this.bytes.indexOf(needle, from, "latin1");
      this.ahead[needle] = at < 0 ? Infinity : at;
    }
    return this.ahead[needle];
  }

  /** The delimiter in the line at `start`, of the innermost multipart with this boundary. */
  private delimiterAt(start: number): Delimiter | null {
    const { bytes } = this;
    if (bytes[start] !== 0x2d || bytes[start + 1] !== 0x2d || this.parts >= MAX_PARTS) return null;
    const from = start + 2;
    const stop = lineEnd(bytes, from, Math.min(bytes.length, from + this.longest + MAX_PADDING));
    const text = bytes.toString("latin1", from, stop).trimEnd();
    const match = this.match(text);
    if (!match) return null;
    const lineStop = lineEnd(bytes, stop, bytes.length);
    return { start, end: afterBreak(bytes, lineStop, bytes.length), ...match };
  }

  private match(text: string): Pick<Delimiter, "frame" | "isClose"> | null {
    const open = (this.byBoundary ??= this.openBoundaries());
    const exact = open.get(text);
    if (exact) return { frame: exact, isClose: false };
    const closed = text.endsWith("--") ? open.get(text.slice(0, -2).trimEnd()) : undefined;
    if (closed) return { frame: closed, isClose: true };
    // Gateways append footers to delimiters, and the beginning of the line decides (RFC 2046 §5.1.1);
    // but only where no outer boundary has the inner one as its prefix.
    const inner = this.frames.findLast((frame) => frame.boundary !== null);
    if (!inner || !text.startsWith(inner.boundary!)) return null;
    const rest = text.slice(inner.boundary!.length);
    return /^(--|[ \t])/.test(rest) ? { frame: inner, isClose: rest.startsWith("--") } : null;
  }

  /** Of equal boundaries the innermost counts. */
  private openBoundaries(): Map<string, Frame> {
    const open = new Map<string, Frame>();
    for (const frame of this.frames) if (frame.boundary !== null) open.set(frame.boundary, frame);
    return open;
  }
}

/** The part tree of a message. Never throws; depth and number of parts are bounded. */
export const scan = (bytes: Uint8Array): PartNode => new Scanner(bytes).scan();
