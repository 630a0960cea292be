/** Marks words that were read in a message, on the clean tree: they may stand in several elements. */
import { findQuote } from "./find-quote.ts";

export function markQuote(body: Element, quote: string): void {
  const page = body.ownerDocument;
  const walker = page.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) nodes.push(walker.currentNode as Text);
  const found = findQuote(nodes.map(({ data }) => data).join(""), quote);
  if (!found) return;
  let at = 0;
  for (const node of nodes) {
    const { data } = node;
    const [start, end] = [Math.max(0, found.start - at), Math.min(data.length, found.end - at)];
    at += data.length;
    if (end <= 0 || start >= data.length || data.slice(start, end).trim() === "") continue;
    const mark = page.createElement("mark");
    mark.setAttribute("data-match", "");
    mark.textContent = data.slice(start, end);
    node.replaceWith(data.slice(0, start), mark, data.slice(end));
  }
}
