/** The placeholder of a missing avatar: initials. Pure. */

/** First letters of the first and the last word: "Анна Каренина" → "АК", "support@shop.ru" → "S". */
export function initials(name: string): string {
  const words = name.split(/[\s._@"'«»“”()<>-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const chosen = name.includes("@") ? words.slice(0, 1) : [words[0], ...(words.length > 1 ? [words.at(-1)] : [])];
  return chosen.map((word) => String.fromCodePoint((word ?? "?").codePointAt(0) ?? 0x3f).toUpperCase()).join("");
}

/** 0–359, spread evenly over addresses (FNV-1a). */
export function avatarHue(address: string): number {
  let hash = 0x811c9dc5;
  for (const char of address.trim().toLowerCase())
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % 360;
}
