/** What a letter shows, and what its HTML says to programs beside it. */
import type { Item } from "../markup/item.ts";

export interface Link {
  href: string;
  /** Offsets of its words in the text. */
  start: number;
  end: number;
}

export interface Page {
  /** Lines are blocks and table cells; white space is single spaces. */
  text: string;
  links: Link[];
  /** The contents of JSON-LD scripts. */
  scripts: string[];
  /** Top-level microdata. */
  items: Item[];
}
