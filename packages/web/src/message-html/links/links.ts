/** Finds addresses in plain text. */

export interface Link {
  text: string;
  href: string;
}

const address =
  /\bhttps?:\/\/[^\s<>"«»]+|\bwww\.[^\s<>"«»]+|[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?/giu;

const count = (text: string, char: string): number => text.split(char).length - 1;

/** A sentence's punctuation and a bracket that was opened before the address do not belong to it. */
function trimmed(text: string): string {
  const extra = new Map([
    [")", count(text, ")") - count(text, "(")],
    ["]", count(text, "]") - count(text, "[")],
  ]);
  let end = text.length;
  for (; end > 0; end--) {
    const last = text[end - 1]!;
    const surplus = extra.get(last);
    if (surplus === undefined ? !/[.,;:!?'"…*_]/.test(last) : surplus <= 0) break;
    if (surplus !== undefined) extra.set(last, surplus - 1);
  }
  return text.slice(0, end);
}

function linkOf(text: string): Link | undefined {
  const isMail = !/^(?:https?:\/\/|www\.)/i.test(text);
  if (isMail && !/@[^@]+\.[\p{L}\d-]{2,}$/u.test(text)) return undefined;
  const href = isMail ? `mailto:${text}` : /^www/i.test(text) ? `https://${text}` : text;
  return URL.canParse(href) ? { text, href } : undefined;
}

/** The text in pieces: plain strings and links, in order; joined they are the text again. */
export function linkify(text: string): (string | Link)[] {
  const pieces: (string | Link)[] = [];
  let done = 0;
  for (const match of text.matchAll(address)) {
    const link = linkOf(trimmed(match[0]));
    if (!link) continue;
    if (match.index > done) pieces.push(text.slice(done, match.index));
    pieces.push(link);
    done = match.index + link.text.length;
  }
  if (done < text.length) pieces.push(text.slice(done));
  return pieces;
}
