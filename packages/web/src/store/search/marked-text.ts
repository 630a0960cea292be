/** Text in parts, of which some match a search. Pure. */
import { invisible, wordPattern } from "@pismo/jmap/text";

export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#x27": "'",
  nbsp: " ",
};
const decoded = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39|#x27|nbsp);/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole);

/** The parts of a search snippet (RFC 8621 §5): escaped text with <mark> around what matches. It never becomes HTML. */
export function markedIn(snippet: string): MarkedPart[] {
  const parts = snippet.split(/<mark>(.*?)<\/mark>/gsu);
  return parts
    .map((part, index) => ({ text: decoded(part), isMatch: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** The parts of a text whose words are among `words`, which are in lower case. */
export function markedWords(text: string, words: ReadonlySet<string>): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(wordPattern)) {
    if (!words.has(found.replaceAll(invisible, "").toLowerCase())) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** What stands before a match in one line. */
export interface Lead {
  /** More was there. */
  isCut: boolean;
  /** Shown where the line is wide. */
  far: string;
  near: string;
}

/** The last words of a text that `most` characters hold. */
function lastWords(text: string, most: number): string {
  const begin = /(?<=\s)\S/g;
  begin.lastIndex = text.length - most;
  return text.slice(begin.exec(text)?.index ?? text.length);
}

/**
 * Cuts the words before a match so that it is seen in one line.
 * @param room characters for a wide and for a narrow line: as many as may stay, and as many as are left of more
 */
export function leadOf(text: string, room: Record<"wide" | "narrow", readonly [fits: number, most: number]>): Lead {
  const [wide, narrow] = [room.wide, room.narrow].map(([fits, most]) =>
    text.length <= fits ? text : lastWords(text, most),
  ) as [string, string];
  return { isCut: wide !== text, far: wide.slice(0, wide.length - narrow.length), near: narrow };
}
