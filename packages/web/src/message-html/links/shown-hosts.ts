/** Hosts that a text names, as people read it. Pure. */

/** What takes no room or draws nothing: RFC 5892 §2.13 and the fillers of Hangul. */
const unseen = /[\p{Cf}\p{Mn}\u115f\u1160\u3164\uffa0]/gu;

/** Fullwidth forms are theirs by NFKC; the other dots that stand between labels are those of RFC 3490 §3.1. */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Zs}\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(unseen, "")
    .normalize("NFKC")
    .replace(/[\u3002\uff0e\uff61\u2024\ufe52]/g, ".")
    .trim();

const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,61}[\\p{L}\\p{N}])?";
const named = new RegExp(
  `(?<scheme>[a-z][a-z\\d+.-]{1,20}:\\/\\/)?(?<user>[^\\s/?#@<>()]{1,64}@)?(?<host>(?:${label}\\.){1,10}(?:xn--[a-z\\d-]+|\\p{L}{2,24})|(?:\\d{1,3}\\.){3}\\d{1,3})(?![\\p{L}\\p{N}_@-]|\\.[\\p{L}\\p{N}])`,
  "giu",
);

/** Ends of file names, of which some countries own one. */
const fileEnd =
  /\.(?:pdf|docx?|xlsx?|pptx?|zip|txt|html?|png|jpe?g|js|ts|md|py|sh|rs|pl|cs|so|cc|ps|ai|mov|app|doc|exe)$/;
/** Ends that in the middle of a sentence belong to a host; others need "www." or "https://" before them. */
const usualEnd =
  /\.(?:com|net|org|info|biz|edu|gov|mil|int|eu|рф|xn--p1ai|shop|store|online|site|bank|ru|su|by|kz|ua|de|fr|uk|es|pl|nl|ch|at|cz|se|no|fi|dk|br|jp|cn|in|au|ca|us|tr|io|co|me|tv|app|dev)$/;
const noHost = /^(?:asp\.net|node\.js|vb\.net|ado\.net)$/;

/** Names in Cyrillic letters end like this; "Банки.ру" is a brand. */
const cyrillicEnd = /\.(?:рф|рус|бел|укр|срб|мкд|бг|мон|ею|дети|сайт|онлайн|ком|орг|москва)$/;
const isBrand = (host: string): boolean => /\.\p{Script=Cyrillic}+$/u.test(host) && !cyrillicEnd.test(host);

/** "Log in at bank.com" names a place to go; a headline with "Booking.com" in it names a company. */
const mostWords = 5;

/** "today.It was": a sentence that ran into the next. */
const isRunOn = (host: string): boolean => /\.\p{Lu}\p{Ll}*$/u.test(host) && /\p{Ll}\./u.test(host);

function* hostsNamed(text: string): Generator<string> {
  const isShort = text.split(" ").length <= mostWords;
  for (const { index, 0: whole, groups } of text.matchAll(named)) {
    const { scheme, user, host = "" } = groups!;
    const lower = host.toLowerCase();
    const isAlone =
      text.slice(0, index).trim() === "" && /^\s*\.?(?::\d+)?(?:[/?#]\S*)?$/.test(text.slice(index + whole.length));
    const isSaid = scheme !== undefined || user !== undefined || /^www\d?\./.test(lower);
    if (isSaid) yield lower;
    // Numbers between dots are a version or a section, unless they stand in a whole address.
    else if (/^[\d.]+$/.test(lower)) continue;
    else if (isRunOn(host) || isBrand(lower) || fileEnd.test(lower) || noHost.test(lower)) continue;
    else if (isAlone || (isShort && usualEnd.test(lower))) yield lower;
  }
}

/** Longer texts say so much that they name no place to go. */
const longest = 2000;

/** "Log in at www.bank.example now", "ｂａｎｋ。example", "anna@bank.example" → the hosts; lower case. */
export const hostsIn = (text: string): string[] => [...new Set(hostsNamed(folded(text.slice(0, longest))))];
