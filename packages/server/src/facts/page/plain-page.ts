/** Plain text as a page: what looks like an address is a link. Pure. */
import type { Link, Page } from "./visible.ts";

const MAX_TEXT = 40_000;
const MAX_LINKS = 300;

/** Addresses that stand in the text, outside of these links. */
export function visibleLinks(text: string, known: readonly Link[]): Link[] {
  const links: Link[] = [];
  const taken = new Set(known.map(({ start }) => start));
  for (const { 0: href, index } of text.matchAll(/https?:\/\/[^\s<>"]{3,2000}/g)) {
    const address = href.replace(/[.,;:!?)\]]+$/, "");
    if (!taken.has(index)) links.push({ href: address, start: index, end: index + address.length });
    if (links.length >= MAX_LINKS) break;
  }
  return links;
}

export function plainPage(source: string): Page {
  const text = source
    .slice(0, MAX_TEXT)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n");
  return { text, links: visibleLinks(text, []), scripts: [], items: [] };
}
