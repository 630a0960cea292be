/** Flags of RFC 5232: lists of words in strings. */

const systemFlags = ["\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft"];
/** RFC 3501 §9: an atom. */
const KEYWORD = /^[^\s\p{Cc}(){%*"\\\]\u{80}-\u{10ffff}]+$/u;

/** One flag as it is written, or undefined for what is none. */
function flagOf(word: string): string | undefined {
  const system = systemFlags.find((each) => each.toLowerCase() === word.toLowerCase());
  return system ?? (KEYWORD.test(word) ? word : undefined);
}

/** RFC 5232 §2: a string may hold several, and what is no flag is passed over. */
export const flagsOf = (texts: readonly string[]): string[] =>
  uniqueFlags(texts.flatMap((text) => text.split(/\s+/).flatMap((word) => flagOf(word) ?? [])));

/** Flags are case-insensitive. */
export function uniqueFlags(flags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const flag of flags) if (!byKey.has(flag.toLowerCase())) byKey.set(flag.toLowerCase(), flag);
  return [...byKey.values()];
}

export function withoutFlags(flags: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map((flag) => flag.toLowerCase()));
  return flags.filter((flag) => !keys.has(flag.toLowerCase()));
}
