/** Where words that were read stand in a text. Pure. */

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The first place, whatever spaces, line ends and edges of elements stand between the words; undefined where there is none. */
export function findQuote(text: string, quote: string): { start: number; end: number } | undefined {
  const words = quote.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return undefined;
  const found = new RegExp(words.map(escaped).join(String.raw`\s*`), "u").exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}
