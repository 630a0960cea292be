/** A long text in portions that are drawn one after the other, so that none holds the page up. Pure. */
import type { TextBlock } from "./plain-text.ts";

/** Characters that are drawn at once: some 200 lines. */
const portion = 8000;
/** A portion ends with a line; one that goes on and on is cut between words. */
const longest = 32_000;

/** Where the portion that begins at `start` ends. Links have no white space in them: none is cut. */
function endOf(text: string, start: number): number {
  if (text.length - start <= portion) return text.length;
  const line = text.indexOf("\n", start + portion);
  const end = line === -1 ? text.length : line + 1;
  if (end - start <= longest) return end;
  const space = text.lastIndexOf(" ", start + longest - 1);
  return space >= start + portion ? space + 1 : start + longest;
}

/** The text in portions; joined they are the text again. */
export function textPortions(text: string): string[] {
  const portions: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOf(text, start);
    portions.push(text.slice(start, end));
    start = end;
  }
  return portions;
}

/** The cost of rendering one block, in characters: every element counts as some. */
const weightOf = (block: TextBlock): number =>
  200 + (block.kind === "quote" ? 0 : Math.min(block.text.length, portion));

export interface BlockPortion {
  /** The index of its first block among all. */
  first: number;
  blocks: TextBlock[];
}

/** Blocks in groups of which each is drawn at once. Quotes and long texts go on in portions of their own. */
export function blockPortions(blocks: readonly TextBlock[]): BlockPortion[] {
  const groups: BlockPortion[] = [];
  let weight = portion;
  for (const [index, block] of blocks.entries()) {
    if (weight >= portion) {
      groups.push({ first: index, blocks: [] });
      weight = 0;
    }
    groups.at(-1)!.blocks.push(block);
    weight += weightOf(block);
  }
  return groups;
}
