/** Writes TNEF streams ([MS-OXTNEF]) as Outlook and Exchange do. */

type Value = Buffer | string | number;
/** [id, type, value]; a named property has its name as a fourth. */
export type TestProperty = [id: number, type: number, value: Value, name?: string];

const number = (value: number, octets: 2 | 4): Buffer => {
  const bytes = Buffer.alloc(octets);
  bytes.writeUIntLE(value, 0, octets);
  return bytes;
};
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

export const STRING8 = 0x001e;
export const UNICODE = 0x001f;
export const BINARY = 0x0102;
export const INTEGER = 0x0003;
export const BOOLEAN = 0x000b;
export const OBJECT = 0x000d;

function valueOf(type: number, value: Value): Buffer {
  if (typeof value === "number") return padded(number(value, type === INTEGER ? 4 : 2));
  const bytes = typeof value === "string" ? Buffer.from(`${value}\0`, type === UNICODE ? "utf16le" : "latin1") : value;
  return Buffer.concat([number(1, 4), number(bytes.length, 4), padded(bytes)]);
}

function nameOf(name: string): Buffer {
  const bytes = Buffer.from(`${name}\0`, "utf16le");
  return Buffer.concat([Buffer.alloc(16, 7), number(1, 4), number(bytes.length, 4), padded(bytes)]);
}

export const properties = (...all: TestProperty[]): Buffer =>
  Buffer.concat([
    number(all.length, 4),
    ...all.flatMap(([id, type, value, name]) => [
      number(type, 2),
      number(id, 2),
      ...(name === undefined ? [] : [nameOf(name)]),
      valueOf(type, value),
    ]),
  ]);

export function attribute(level: 1 | 2, tag: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.of(level), number(tag, 4), number(data.length, 4), data, number(sum, 2)]);
}

export const tnef = (...attributes: Buffer[]): Buffer =>
  Buffer.concat([
    number(0x223e9f78, 4),
    number(1, 2),
    attribute(1, 0x00089006, number(0x10000, 4)),
    attribute(1, 0x00069007, Buffer.concat([number(1251, 4), number(0, 4)])),
    ...attributes,
  ]);

export const message = (...all: TestProperty[]): Buffer => attribute(1, 0x00069003, properties(...all));

/** A file: its short title in windows-1251, and its properties. */
export const file = (title: string, data: Buffer | undefined, ...all: TestProperty[]): Buffer =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, Buffer.from(`${title}\0`, "latin1")),
    ...(data ? [attribute(2, 0x0006800f, data)] : []),
    attribute(2, 0x00069005, properties(...all)),
  ]);

/** A message inside a message. */
export const attachedMessage = (inner: Buffer): TestProperty => [
  0x3701,
  OBJECT,
  Buffer.concat([Buffer.from("0703020000000000c000000000000046", "hex"), inner]),
];

/** Uncompressed RTF. */
export const plainRtf = (rtf: string): Buffer =>
  Buffer.concat([
    number(rtf.length + 12, 4),
    number(rtf.length, 4),
    number(0x414c454d, 4),
    number(0, 4),
    Buffer.from(rtf, "latin1"),
  ]);
