/** Parses a message of which nothing is known, and stops where it grows beyond its limits. */
import type { Limits } from "./limits.ts";
import { dropNames, frameHtml, inertDocument } from "./trusted-html.ts";

/**
 * In characters. The output of one chunk is bounded: some 700 elements, each with a copy of the formatting that
 * is open before it (HTML §13.2.4.3), of which there are fewer than `depth` allows.
 */
const pieceLength = 2048;

/** The content of a template belongs to a document of its own, which is not counted. */
const template = /<(\/?)template(?=[\s/>])/gi;

/**
 * How deep the node is in which the parser continues. It is the last one in the tree, or stands before a table that something
 * was put in front of (§13.2.6.1). A walker asks no element: these may be called as what one asks.
 */
function openDepth(page: Document, limit: number): number {
  const walker = Document.prototype.createTreeWalker.call(page, page, NodeFilter.SHOW_ELEMENT);
  const waiting: [node: Node, depth: number][] = [[page, 0]];
  let deepest = 0;
  for (let next = waiting.pop(); next && deepest <= limit; next = waiting.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    walker.currentNode = node;
    const last = walker.lastChild();
    if (!last) continue;
    waiting.push([last, depth + 1]);
    const before = last.nodeName === "TABLE" ? walker.previousSibling() : null;
    if (before) waiting.push([before, depth + 1]);
  }
  return deepest;
}

/** Where a piece that begins at `start` ends: not between the halves of a character. */
function endOf(html: string, start: number): number {
  const end = start + pieceLength;
  return /[\ud800-\udbff]/.test(html.charAt(end - 1)) ? end + 1 : end;
}

/** The message's document, without a window as `inertDocument` gives it; and whether it ends before the message does. */
export function parseWithin(
  message: string,
  { elements, depth, parseTimeMs }: Limits,
): { page: Document; isCut: boolean } {
  if (message.length <= pieceLength) return { page: inertDocument(message), isCut: false };
  const html = message.replace(template, "<$1x-template");
  const page = document.implementation.createHTMLDocument("");
  const write = (text: string): void => Document.prototype.write.call(page, frameHtml(text));
  const all = Document.prototype.getElementsByTagName.call(page, "*");
  let at = 0;
  const until = performance.now() + parseTimeMs;
  page.open();
  while (at < html.length) {
    const end = endOf(html, at);
    write(html.slice(at, end));
    at = end;
    if (all.length > elements || performance.now() > until) break;
    if (depth < Infinity && openDepth(page, depth) > depth) break;
  }
  Document.prototype.close.call(page);
  dropNames(page);
  return { page, isCut: at < html.length };
}
