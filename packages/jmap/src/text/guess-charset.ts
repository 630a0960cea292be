/** Guesses the legacy 8-bit charset of text that declares none: Cyrillic or Western. */

const candidates = ["windows-1252", "windows-1251", "koi8-r", "ibm866"] as const;
type LegacyCharset = (typeof candidates)[number];

const SAMPLE = 4096;
const COMMON = new Set("оеаинтсрвлкмдпу");

/** Only the text around 8-bit bytes is evidence. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  let first = 0;
  while (first < bytes.length && bytes[first]! < 0x80) first++;
  const start = Math.max(0, first - 8);
  return bytes.subarray(start, start + SAMPLE);
}

type Kind = "lower" | "upper" | "western" | "ascii" | "odd" | "other";

function kindOf(char: string): Kind {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return /[A-Za-z]/.test(char) ? "ascii" : "other";
  if (code >= 0x430 && code <= 0x45f) return "lower";
  if (code >= 0x400 && code <= 0x42f) return "upper";
  if (code >= 0xc0 && code <= 0xff) return "western";
  // Box drawing, controls: text in the wrong charset.
  if ((code >= 0x2500 && code <= 0x25ff) || (code >= 0x80 && code < 0xa0)) return "odd";
  return "other";
}

/** How much the text resembles words: frequent letters count for it; case or script changing within a word against it. */
function score(text: string): number {
  let total = 0;
  let before: Kind = "other";
  for (const char of text) {
    const kind = kindOf(char);
    if (kind === "lower") total += COMMON.has(char) ? 3 : 1;
    else if (kind === "upper") total += before === "lower" ? -3 : 1;
    else if (kind === "western") total += before === "western" ? -2 : 1;
    else if (kind === "odd") total -= 3;
    const isCyrillic = kind === "lower" || kind === "upper";
    if (isCyrillic && before === "ascii") total -= 4;
    if (kind === "ascii" && (before === "lower" || before === "upper")) total -= 4;
    before = kind;
  }
  return total;
}

/** The likeliest of windows-1252, windows-1251, koi8-r and ibm866. */
export function guessLegacyCharset(bytes: Uint8Array): LegacyCharset {
  const sample = sampleOf(bytes);
  let best: LegacyCharset = "windows-1252";
  let bestScore = -Infinity;
  for (const candidate of candidates) {
    const points = score(new TextDecoder(candidate).decode(sample));
    if (points > bestScore) {
      best = candidate;
      bestScore = points;
    }
  }
  return best;
}
