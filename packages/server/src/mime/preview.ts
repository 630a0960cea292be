/** The line under the subject: the first words that a person would read (RFC 8621 §4.1.4, at most 256 characters). Pure. */

const LONGEST = 256;

/** Characters that newsletters pad their preview line with, and controls. */
const invisible =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\p{Cc}\p{Co}]+/gu;

/** RFC 3676: a line that ends with a space flows into the next; quote marks and stuffing spaces are not text. */
export function unflow(text: string, isDelSp: boolean): string {
  const out: string[] = [];
  let open = false;
  let depthBefore = 0;
  for (const line of text.split("\n")) {
    const marks = /^>*/.exec(line)?.[0] ?? "";
    const content = line.slice(marks.length).replace(/^ /, "");
    const isSignature = content === "-- ";
    const isFlowed = content.endsWith(" ") && !isSignature;
    const piece = isFlowed && isDelSp ? content.slice(0, -1) : content;
    const depth = marks.length;
    if (open && depth === depthBefore && !isSignature) out[out.length - 1] += piece;
    else out.push(`${depth > 0 ? `${marks} ` : ""}${piece}`);
    open = isFlowed;
    depthBefore = depth;
  }
  return out.join("\n");
}

/** Whether a line only introduces what is quoted: "On …, Anna wrote:", "21 ноября Анна пишет:". */
const isAttribution = (line: string): boolean =>
  /(?:wrote|writes|пишет|писал\(?а?\)?|написал\(?а?\)?|schrieb|a écrit)\s*:\s*$/iu.test(line);

/** Own words first: quoted lines, what introduces them and the signature count only when there is nothing else. */
function ownWords(text: string): string {
  const lines = text.split("\n");
  const signature = lines.findIndex((line) => line === "-- " || line === "--");
  const body = signature > 0 ? lines.slice(0, signature) : lines;
  const own = body.filter((line, index) => {
    if (/^\s*>/.test(line)) return false;
    const next = body.slice(index + 1).find((other) => other.trim() !== "");
    return !(isAttribution(line) && (next === undefined || /^\s*>/.test(next)));
  });
  return own.some((line) => /[\p{L}\p{N}]/u.test(line)) ? own.join("\n") : text;
}

export function previewOf(text: string): string {
  const words = ownWords(text.slice(0, 20_000))
    .replace(invisible, " ")
    .replace(/[-=_*~#]{4,}/g, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (words.length <= LONGEST) return words;
  const cut = words.slice(0, LONGEST);
  // Never half of a surrogate pair
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
