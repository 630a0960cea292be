/** The preview of an Email (RFC 8621 §4.1.4): the first text that a person would read. Pure. */

const LONGEST = 256;
/** Characters of a longer text that are considered. */
const WINDOW = 20_000;

/** Invisible characters that newsletters pad their first line with: format controls, fillers, private use. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Co}]/gu;
/** Emoji are joined and coloured by such characters; these stay. */
const emoji = /\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\p{Extended_Pictographic}\u2640\u2642]|\u200d|\ufe0f)*/gu;

/** Text without any of them: most text in Latin and Cyrillic. */
const plain = /^[\p{ASCII}\u00a0-\u00ac\u00ae-\u00ff\u0400-\u052f–—‘-„«»…№]*$/u;

function withoutInvisible(text: string): string {
  if (plain.test(text)) return text;
  let out = "";
  let from = 0;
  for (const { 0: found, index } of text.matchAll(emoji)) {
    out += text.slice(from, index).replace(invisible, "") + found.replace(/\u200d+$/u, "");
    from = index + found.length;
  }
  return out + text.slice(from).replace(invisible, "");
}

/** Rules drawn with characters, and the brackets around links and images in plain text. */
const drawn = /[-=_*~#+.·•—–]{4,}/g;

/** Whether a line only introduces what is quoted: "On …, Anna wrote:", "21 ноября Анна пишет:". */
const isAttribution = (line: string): boolean =>
  /(?:wrote|writes|пишет|писала?|писал\(а\)|написала?|написал\(а\)|schrieb|a écrit|escribió|ha scritto)\s*:\s*$/iu.test(
    line.slice(-80),
  );

/** The line above an unmarked quote, as Outlook writes it: all text below is older. */
const isDivider = (line: string): boolean =>
  /^\s*-{2,}\s*(?:original message|исходное сообщение|пересылаемое сообщение|forwarded message|конец пересылаемого)/iu.test(
    line.slice(0, 120),
  );

const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s*>/.test(line);

/** The author's text; quotes, their introductions and the signature count only when there is nothing else. */
function ownWords(text: string): string {
  const lines = text.split("\n");
  const signature = lines.findIndex((line) => line === "-- " || line === "--");
  const divider = lines.findIndex(isDivider);
  const ends = [signature, divider].filter((index) => index > 0);
  const body = lines.slice(0, Math.min(lines.length, ...ends));
  const own: string[] = [];
  let next: string | undefined;
  for (const line of body.reverse()) {
    const introducesQuote = isAttribution(line) && (next === undefined || isQuoted(next));
    if (!isQuoted(line) && !introducesQuote) own.push(line);
    if (line.trim() !== "") next = line;
  }
  return own.some((line) => /[\p{L}\p{N}]/u.test(line)) ? own.reverse().join("\n") : text;
}

/** Characters that suffice for the preview of most texts. */
const FIRST_LOOK = 1200;

const tidied = (text: string): string =>
  withoutInvisible(text)
    .replace(drawn, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();

/** At most 256 characters of plain text; never half of a surrogate pair. */
export function previewOf(text: string): string {
  const own = ownWords(text.slice(0, WINDOW));
  const first = tidied(own.slice(0, FIRST_LOOK));
  // A character cut in two is beyond the end of the preview.
  const words = own.length <= FIRST_LOOK || first.length > 2 * LONGEST ? first : tidied(own);
  if (words.length <= LONGEST) return words;
  const cut = words.slice(0, LONGEST);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
