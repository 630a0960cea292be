/** Outlook's own container, "winmail.dat": [MS-OXTNEF]. An error ends the parse; the content before it is returned. */
import { type Properties, type Property, OBJECT, readProperties } from "./properties.ts";
import { TnefError, TnefReader } from "./reader.ts";
import { decodeText } from "../text/charset.ts";

const SIGNATURE = 0x223e9f78;
const MAX_FILES = 1000;

/** Attributes: §2.1.3.2; the level before them says whether they are the message's or a file's. */
const OF_FILE = 2;
const CODEPAGE = 0x00069007;
const MESSAGE_PROPERTIES = 0x00069003;
const SUBJECT = 0x00018004;
const BODY = 0x0002800c;
const FILE_BEGINS = 0x00069002;
const FILE_TITLE = 0x00018010;
const FILE_DATA = 0x0006800f;
const FILE_PROPERTIES = 0x00069005;

/** [MS-OXPROPS]. */
const id = {
  subject: 0x0037,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mimeType: 0x370e,
  contentId: 0x3712,
  internetCodepage: 0x3fde,
} as const;

/** The interface of an attached message: {00020307-0000-0000-C000-000000000046}. */
const letterInterface = Buffer.from("0703020000000000c000000000000046", "hex");

export interface TnefFile {
  name: string | null;
  mimeType: string | null;
  contentId: string | null;
  data: Uint8Array;
  /** `data` is a TNEF stream itself. */
  isMessage: boolean;
}

export interface Tnef {
  subject: string | null;
  text: string | null;
  html: string | null;
  /** Compressed. */
  rtf: Uint8Array | null;
  files: TnefFile[];
}

const isTnef = (bytes: Uint8Array): boolean => bytes.length > 6 && new TnefReader(bytes).number(4) === SIGNATURE;

/** Windows code pages by their charset labels. */
export function codepageName(codepage: number): string {
  const names: Record<number, string> = {
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    1200: "utf-16le",
    10007: "x-mac-cyrillic",
    20127: "us-ascii",
    20866: "koi8-r",
    21866: "koi8-u",
    50220: "iso-2022-jp",
    51932: "euc-jp",
    65001: "utf-8",
  };
  if (codepage > 28590 && codepage < 28606) return `iso-8859-${codepage - 28590}`;
  return names[codepage] ?? (codepage === 866 ? "ibm866" : `windows-${codepage}`);
}

const ended = (text: string): string => /^[^\0]*/.exec(text)?.[0] ?? "";

function textOf(property: Property | undefined, charset: string): string | null {
  if (!property) return null;
  const text =
    property.type === 0x001f ? property.value.toString("utf16le") : decodeText(property.value, charset).value;
  return ended(text) || null;
}

interface Attribute {
  level: number;
  tag: number;
  data: Buffer;
}

/** Reads until the first error. Checksums are not verified: programs write wrong ones. */
function* attributes(bytes: Uint8Array): Generator<Attribute> {
  const reader = new TnefReader(bytes);
  reader.take(6);
  while (reader.left >= 9) {
    const level = reader.number(1);
    const tag = reader.number(4);
    const size = reader.number(4);
    // A truncated attachment is still returned.
    const data = reader.take(Math.min(size, reader.left));
    yield { level, tag, data };
    if (reader.left < 2) return;
    reader.take(2);
  }
}

interface RawFile {
  title: Buffer | undefined;
  data: Buffer | undefined;
  properties: Properties;
}

function fileOf({ title, data, properties }: RawFile, charset: string): TnefFile[] {
  const own = properties.get(id.data);
  const isObject = own?.type === OBJECT;
  // Other objects (OLE) cannot be converted to a file.
  if (isObject && !own.value.subarray(0, 16).equals(letterInterface)) return [];
  const content = isObject ? own.value.subarray(16) : (data ?? own?.value);
  if (!content) return [];
  const named = [id.longName, id.displayName, id.shortName].map((each) => textOf(properties.get(each), charset));
  const written = title ? ended(decodeText(title, charset).value) || null : null;
  return [
    {
      name: named[0] ?? (isObject ? named[1] : null) ?? written ?? named[1] ?? named[2] ?? null,
      mimeType: textOf(properties.get(id.mimeType), "us-ascii"),
      contentId: textOf(properties.get(id.contentId), "us-ascii"),
      data: content,
      isMessage: isObject && isTnef(content),
    },
  ];
}

/** @throws TnefError when the data is not TNEF */
export function readTnef(bytes: Uint8Array): Tnef {
  if (!isTnef(bytes)) throw new TnefError("no TNEF");
  let charset = "windows-1252";
  let properties: Properties = new Map();
  let subject: Buffer | undefined;
  let body: Buffer | undefined;
  const files: RawFile[] = [];
  for (const { level, tag, data } of attributes(bytes)) {
    if (level === OF_FILE) {
      if (tag === FILE_BEGINS && files.length >= MAX_FILES) break;
      if (tag === FILE_BEGINS || files.length === 0)
        files.push({ title: undefined, data: undefined, properties: new Map() });
      const file = files.at(-1)!;
      if (tag === FILE_TITLE) file.title = data;
      else if (tag === FILE_DATA) file.data = data;
      else if (tag === FILE_PROPERTIES) file.properties = readProperties(new TnefReader(data));
    } else if (tag === CODEPAGE && data.length >= 4) charset = codepageName(data.readUInt32LE(0));
    else if (tag === MESSAGE_PROPERTIES) properties = readProperties(new TnefReader(data));
    else if (tag === SUBJECT) subject = data;
    else if (tag === BODY) body = data;
  }
  const codepage = properties.get(id.internetCodepage)?.value;
  const html = properties.get(id.html);
  const text = textOf(properties.get(id.body), charset);
  return {
    subject:
      textOf(properties.get(id.subject), charset) ?? (subject ? ended(decodeText(subject, charset).value) : null),
    text: text ?? (body ? ended(decodeText(body, charset).value) || null : null),
    html: textOf(html, codepage?.length === 4 ? codepageName(codepage.readUInt32LE(0)) : charset),
    rtf: properties.get(id.rtf)?.value ?? null,
    files: files.flatMap((file) => fileOf(file, charset)),
  };
}
