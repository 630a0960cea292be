/** Decodes text by the charset labels that occur in mail, or by a guess where they do not help. */
import { guessLegacyCharset } from "@pismo/jmap/text";
import { decodeUtf7 } from "./utf7.ts";

/** Labels that the Encoding Standard (and so TextDecoder) lacks. Keys are without separators. */
const aliases: Record<string, string> = {
  win1251: "windows-1251",
  koi8r: "koi8-r",
  koi8u: "koi8-u",
  shiftjis: "shift_jis",
  mskanji: "shift_jis",
  cp932: "shift_jis",
  windows932: "shift_jis",
  cp936: "gbk",
  windows936: "gbk",
  cp949: "euc-kr",
  ms949: "euc-kr",
  uhc: "euc-kr",
  cp950: "big5",
  windows950: "big5",
  cp874: "windows-874",
  tis620: "windows-874",
  cp866: "ibm866",
  dos866: "ibm866",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  iso2022jp1: "iso-2022-jp",
  iso2022jp2: "iso-2022-jp",
  iso2022jpms: "iso-2022-jp",
  iso88598e: "iso-8859-8",
  maccyrillic: "x-mac-cyrillic",
  macroman: "macintosh",
  utf16: "utf-16le",
};

type Decoder = InstanceType<typeof TextDecoder>;

const decoders = new Map<string, Decoder | null>();

/** Cached decoders. Messages cannot make the map grow without bound: it has only labels that TextDecoder supports. */
function decoderFor(label: string, fatal: boolean): Decoder | null {
  const key = fatal ? `!${label}` : label;
  let decoder = decoders.get(key);
  if (decoder) return decoder;
  try {
    decoder = new TextDecoder(label, { fatal });
  } catch {
    return null;
  }
  decoders.set(key, decoder);
  return decoder;
}

/**
 * The name by which TextDecoder supports a label found in mail (or "us-ascii", "utf-7"):
 * any case, vendor prefixes, odd separators. Undefined for an unknown label.
 */
export function normalizeCharset(label: string): string | undefined {
  const plain = label
    .trim()
    .slice(0, 200)
    .replace(/^["']+|["';,]+$/g, "")
    .toLowerCase();
  if (!plain || plain.length > 60) return undefined;
  if (/^(us-?ascii|ascii|ansi_x3\.4-19\d\d|iso-ir-6|646)$/.test(plain)) return "us-ascii";
  const bare = plain.replace(/^(x-|cs)/, "").replace(/[\s._-]+/g, "");
  if (/^(?:unicode(?:11|20))?utf7$/.test(bare)) return "utf-7";
  const known = [plain, aliases[bare], plain.replace(/^x-/, ""), bare, spelledOut(bare)];
  for (const candidate of known) {
    if (candidate && candidate !== "x-user-defined" && decoderFor(candidate, false)) return candidate;
  }
  return undefined;
}

/** "iso88595" → "iso-8859-5", "windows1251" and "win1251", "ms1251", "ibm1251" → "windows-1251". */
function spelledOut(bare: string): string | undefined {
  const iso = /^iso8859(\d{1,2})$/.exec(bare);
  if (iso) return `iso-8859-${iso[1]}`;
  const windows = /^(?:windows|win|cp|ms|ibm)(125\d)$/.exec(bare);
  if (windows) return `windows-${windows[1]}`;
  const utf16 = /^utf16([bl]e)$/.exec(bare);
  return utf16 ? `utf-16${utf16[1]}` : undefined;
}

export interface DecodedText {
  value: string;
  /** RFC 8621 §4.1.4: malformed sections, or an unknown charset. */
  isEncodingProblem: boolean;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 0x7f) return false;
  return true;
}

function strict(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return decoderFor(charset, true)?.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The number of malformed octets, and of valid characters beyond ASCII. */
function countForeign(text: string): { broken: number; foreign: number } {
  let broken = 0;
  let foreign = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken++;
    else if (code > 0x7f) foreign++;
  }
  return { broken, foreign };
}

/** Text of unknown origin: UTF-8 where it is valid or hardly damaged, else the likeliest old charset. */
export function decodeUnknown(bytes: Uint8Array): string {
  const exact = strict(bytes, "utf-8");
  if (exact !== undefined) return exact;
  const damaged = decoderFor("utf-8", false)!.decode(bytes);
  const { broken, foreign } = countForeign(damaged);
  return broken * 4 < foreign ? damaged : decoderFor(guessLegacyCharset(bytes), false)!.decode(bytes);
}

/** Whether most of the text contradicts a charset: then its declaration is wrong. A few bad bytes are damage. */
function isMostlyBroken(text: string): boolean {
  const { broken, foreign } = countForeign(text);
  return broken > foreign;
}

const singleOctet = /^(?:iso-8859-|windows-|koi8-|ibm866|macintosh|x-mac-)/;

/**
 * UTF-8 that is declared as a legacy charset, as some gateways and programs send it. There every octet is a
 * letter, so nothing is ever malformed; but its words are never valid UTF-8 by chance.
 */
export function mislabelledUtf8(bytes: Uint8Array, charset: string): string | undefined {
  if (!singleOctet.test(charset) || isAscii(bytes)) return undefined;
  const value = strict(bytes, "utf-8");
  return value !== undefined && countForeign(value).foreign > 1 ? value : undefined;
}

/**
 * Decodes text by its declared charset. `hint` is a second opinion (the meta element of an HTML part)
 * for text whose declared charset is absent, unknown or impossible. The byte order mark is stripped.
 */
export function decodeText(bytes: Uint8Array, declared: string | null, hint?: string): DecodedText {
  const label = declared === null ? "us-ascii" : normalizeCharset(declared);
  // TextDecoder decodes "utf-16" as little-endian whatever the byte order mark says (RFC 2781 §4.3).
  const charset = /^utf-16(le)?$/.test(label ?? "") && bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : label;
  if (charset === "utf-7") {
    // UTF-7 has no octets above 127 (RFC 2152): where there are some, the unshifted text has another charset.
    return { value: decodeUtf7(decodeUnknown(bytes)), isEncodingProblem: !isAscii(bytes) };
  }
  if (charset && charset !== "us-ascii") {
    const repaired = mislabelledUtf8(bytes, charset);
    if (repaired !== undefined) return { value: repaired, isEncodingProblem: true };
    const value = strict(bytes, charset);
    if (value !== undefined) return { value, isEncodingProblem: false };
    const lenient = decoderFor(charset, false)!.decode(bytes);
    if (!isMostlyBroken(lenient)) return { value: lenient, isEncodingProblem: true };
  } else if (charset === "us-ascii" && isAscii(bytes)) {
    return { value: strict(bytes, "utf-8") ?? "", isEncodingProblem: false };
  }
  const hinted = hint ? normalizeCharset(hint) : undefined;
  if (hinted === "utf-7") return { value: decodeUtf7(decodeUnknown(bytes)), isEncodingProblem: true };
  const value = (hinted && hinted !== "us-ascii" ? strict(bytes, hinted) : undefined) ?? decodeUnknown(bytes);
  return { value, isEncodingProblem: true };
}
