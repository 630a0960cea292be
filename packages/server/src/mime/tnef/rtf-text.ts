/**
 * The text of an RTF body: the HTML or plain text that Outlook encapsulated in it ([MS-OXRTFEX]), or its own text without
 * formatting. Nothing of the RTF is executed: no objects, no images, no fields.
 */
import { decodeText } from "../text/charset.ts";
import { codepageName } from "./tnef.ts";

export interface RtfText {
  type: "text/html" | "text/plain";
  value: string;
}

/** Maximum depth of groups; deeper ones count as one. */
const MAX_DEPTH = 500;
const MAX_LENGTH = 8_000_000;

/** Groups without text of the message. */
const silent = new Set(
  "fonttbl colortbl stylesheet info pict object themedata datastore listtable listoverridetable generator xmlnstbl".split(
    " ",
  ),
);
const spoken: Record<string, string> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  cell: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  emspace: "\u2003",
  enspace: "\u2002",
};
/** Character sets of fonts: RTF 1.9.1, \fcharset. */
const charsets: Record<number, number> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

interface Group {
  /** Its text is not part of the message. */
  isSilent: boolean;
  /** Between \htmlrtf and \htmlrtf0: for programs that know no HTML. */
  isForRtf: boolean;
  isFontTable: boolean;
  /** A Windows code page; undefined: the document's. */
  codepage: number | undefined;
  /** The number of fallback characters after a \u. */
  fallback: number;
}

const token = /\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/giy;

class RtfReader {
  readonly #source: string;
  readonly #out: string[] = [];
  readonly #outer: Group[] = [];
  readonly #fonts = new Map<number, number>();
  #group: Group = { isSilent: false, isForRtf: false, isFontTable: false, codepage: undefined, fallback: 1 };
  #depth = 0;
  #codepage = 1252;
  #font = -1;
  #isHtml = false;
  /** Octets to be decoded together, by the code page in effect at their end. */
  #octets: number[] = [];
  #skip = 0;
  #length = 0;
  /** The last control symbol was "\*". */
  #isOptional = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): RtfText {
    token.lastIndex = 0;
    for (let found = token.exec(this.#source); found && this.#length < MAX_LENGTH; found = token.exec(this.#source)) {
      const [, word, number, hex, symbol, brace, text] = found;
      if (hex !== undefined) this.#octet(parseInt(hex, 16));
      else if (text !== undefined) this.#text(text);
      else {
        this.#flush();
        if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number));
        else if (symbol !== undefined) this.#symbol(symbol);
        else if (brace === "{") this.#open();
        else if (brace === "}") this.#close();
      }
    }
    this.#flush();
    return { type: this.#isHtml ? "text/html" : "text/plain", value: this.#out.join("") };
  }

  #open(): void {
    this.#skip = 0;
    if (++this.#depth <= MAX_DEPTH) this.#outer.push({ ...this.#group });
  }

  #close(): void {
    this.#skip = 0;
    this.#isOptional = false;
    if (this.#depth > 0 && this.#depth-- <= MAX_DEPTH) this.#group = this.#outer.pop()!;
  }

  #say(text: string): void {
    const { isSilent, isForRtf } = this.#group;
    if (isSilent || (isForRtf && this.#isHtml)) return;
    this.#out.push(text);
    this.#length += text.length;
  }

  #flush(): void {
    if (this.#octets.length === 0) return;
    const bytes = Uint8Array.from(this.#octets);
    this.#octets = [];
    this.#say(decodeText(bytes, codepageName(this.#group.codepage ?? this.#codepage)).value);
  }

  #octet(value: number): void {
    if (this.#skip > 0) this.#skip--;
    else this.#octets.push(value);
  }

  #text(text: string): void {
    const rest = this.#skip > 0 ? text.slice(this.#skip) : text;
    this.#skip = Math.max(0, this.#skip - text.length);
    for (let at = 0; at < rest.length; at++) this.#octets.push(rest.charCodeAt(at));
  }

  #symbol(symbol: string): void {
    if (symbol === "*") this.#isOptional = true;
    else if (this.#skip > 0) this.#skip--;
    else if ("\\{}".includes(symbol)) this.#say(symbol);
    else if (symbol === "~") this.#say(this.#isHtml ? "&nbsp;" : "\u00a0");
    else if (symbol === "_") this.#say("-");
    else if (symbol === "\r" || symbol === "\n") this.#say("\n");
  }

  #word(word: string, number: number | undefined): void {
    const group = this.#group;
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    if (word === "u") {
      // Negative above 32767: the format has signed numbers only.
      this.#skip = group.fallback;
      return this.#say(String.fromCharCode((number ?? 0) & 0xffff));
    }
    if (this.#skip > 0) {
      this.#skip--;
      return undefined;
    }
    if (word === "htmltag" && isOptional) return undefined;
    if (silent.has(word) || isOptional) {
      group.isSilent = true;
      group.isFontTable = word === "fonttbl";
    } else if (word === "fromhtml") this.#isHtml = (number ?? 1) !== 0;
    else if (word === "htmlrtf") group.isForRtf = (number ?? 1) !== 0;
    else if (word === "ansicpg") this.#codepage = number || 1252;
    else if (word === "uc") group.fallback = Math.min(Math.max(number ?? 1, 0), 10);
    else if (word === "plain") group.codepage = undefined;
    else if (word === "f") this.#useFont(number ?? 0);
    else if (word === "fcharset" && group.isFontTable) this.#fonts.set(this.#font, charsets[number ?? 0] ?? 0);
    else if (Object.hasOwn(spoken, word)) this.#say(spoken[word]!);
    return undefined;
  }

  #useFont(font: number): void {
    this.#font = font;
    if (!this.#group.isFontTable) this.#group.codepage = this.#fonts.get(font) || undefined;
  }
}

/** Never throws; linear in the size. */
export const rtfText = (rtf: Uint8Array): RtfText => {
  const source = Buffer.from(rtf.buffer, rtf.byteOffset, rtf.byteLength).toString("latin1");
  return new RtfReader(source).read();
};
