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

/** One of them stands with no other in a word; Han, kana and Hangul stand together, and with Latin letters. */
const alphabets = ["Latin", "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);
/** What stands in no word of Latin letters: other letters, and digits of other scripts, such as the Burmese "ဝ". */
const foreign =
  /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])[\p{L}\p{N}]|(?!\d)\p{Nd}/u;
/**
 * Letters that look like those from a to z (UTS 39, confusables.txt): a whole word of them reads as another word.
 * Cyrillic, Greek and Armenian ones; of Cherokee, Coptic, Deseret and Lisu most do.
 */
const lookalikes =
  /^[авгекмнорстухьѕіјѡѵүһҽӏԁԛԝαγεηικνορστυχωϲϳաեգզհյոռսցւքօ\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Deseret}\p{Script=Lisu}\d-]+$/u;
/** Latin ones of phonetic alphabets, and signs of clicks: "ɡoogle". */
const phonetic = /[ƍƽǀǁǃɑɡɣɩɪɯʋʏː\u1d00-\u1dbfꜰꜱꬲꬵꬽꭇꭈꭎꭒꭚ]/u;
/** The dotless "ı" is a letter where Turkish and its sisters are written. */
const isTurkic = (label: string, topLevel: string): boolean => /[çğöşüə]/u.test(label) || /^(?:tr|az)$/.test(topLevel);

/** Whether a label mixes alphabets, or looks Latin without being so: "pаypal" with a Cyrillic а. */
function isDeceptiveLabel(label: string, topLevel: string): boolean {
  if (!/[^\0-\x7f]/.test(label)) return false;
  if (/\p{Script=Latin}/u.test(label) && foreign.test(label)) return true;
  if (alphabets.filter((letters) => letters.test(label)).length > 1) return true;
  if (phonetic.test(label) || (label.includes("ı") && !isTurkic(label, topLevel))) return true;
  return lookalikes.test(label) && /^[a-z]+$/.test(topLevel);
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
