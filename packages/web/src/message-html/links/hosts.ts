/** Hosts as people read them, and hosts that look like another. Pure. */

/** RFC 3492 §6.2: one label without its "xn--"; undefined where it is broken. */
function decodePunycode(text: string): string | undefined {
  const [base, tmin, tmax, skew, damp] = [36, 1, 26, 38, 700];
  const dash = text.lastIndexOf("-");
  const output = Array.from(text.slice(0, Math.max(0, dash)), (char) => char.codePointAt(0)!);
  let [n, index, bias] = [128, 0, 72];
  for (let at = dash + 1; at < text.length;) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(text.charAt(at++), 36);
      if (Number.isNaN(digit)) return undefined;
      // Letters are 0 to 25, digits 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(tmax, Math.max(tmin, k - bias));
      if (value < threshold) break;
      weight *= base - threshold;
      if (weight > 0x7fffffff) return undefined;
    }
    const count = output.length + 1;
    let delta = before === 0 ? Math.floor((index - before) / damp) : Math.floor((index - before) / 2);
    delta += Math.floor(delta / count);
    let k = 0;
    for (; delta > ((base - tmin) * tmax) / 2; k += base) delta = Math.floor(delta / (base - tmin));
    bias = k + Math.floor(((base - tmin + 1) * delta) / (delta + skew));
    n += Math.floor(index / count);
    index %= count;
    if (n > 0x10ffff) return undefined;
    output.splice(index++, 0, n);
  }
  return String.fromCodePoint(...output);
}

/** "xn--e1afmkfd.example" → "пример.example". */
export const readableHost = (host: string): string =>
  host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join(".");

const scripts: readonly [name: string, letters: RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Arabic", /\p{Script=Arabic}/u],
];
/** Cyrillic and Greek letters that look like Latin ones: a whole word of them reads as another word. */
const lookalikes = /^[аеорсухіјѕһԁԛԝүӏвкмнтαεικνορτυχ\d-]+$/u;

/** Whether a label mixes alphabets, or looks Latin without being so: "pаypal" with a Cyrillic а. */
function isDeceptiveLabel(label: string, topLevel: string): boolean {
  const used = scripts.filter(([, letters]) => letters.test(label));
  if (used.length > 1) return true;
  return /[^\0-\x7f]/.test(label) && lookalikes.test(label) && /^[a-z]+$/.test(topLevel);
}

/** @param host in readable form */
export function isDeceptiveHost(host: string): boolean {
  const labels = host.toLowerCase().split(".");
  // "bank.example∕in.attack.test": signs that look like the end of the host.
  if (/[^\p{L}\p{N}\p{M}._\-[\]:]/u.test(host)) return true;
  return labels.some((label) => isDeceptiveLabel(label, labels.at(-1) ?? ""));
}

/** Public suffixes under which anyone can register. */
const shared =
  /(?:^|\.)(?:github\.io|gitlab\.io|blogspot\.com|herokuapp\.com|web\.app|firebaseapp\.com|appspot\.com|pages\.dev|workers\.dev|vercel\.app|netlify\.app|azurewebsites\.net|cloudfront\.net|amazonaws\.com|wixsite\.com|weebly\.com|narod\.ru|ucoz\.ru|tilda\.ws)$/;

/** The last two names, or three where the second is one that countries or providers give out ("example.co.uk"). */
export function siteOf(host: string): string {
  const labels = host.split(".");
  const isShared =
    labels.length > 2 && /^(?:com?|net|org|gov|edu|ac)$/.test(labels.at(-2) ?? "") && labels.at(-1)?.length === 2;
  return labels.slice(isShared || shared.test(host) ? -3 : -2).join(".");
}

/** Whether both belong to one site, as far as their names tell. */
export const isSameSite = (one: string, other: string): boolean =>
  siteOf(one.toLowerCase().replace(/\.$/, "")) === siteOf(other.toLowerCase().replace(/\.$/, ""));
