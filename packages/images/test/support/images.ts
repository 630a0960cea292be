/** Valid images with additional data for tests. */
import { crc32, deflateSync } from "node:zlib";

export function pngChunk(type: string, data: Uint8Array | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(data as string, "latin1")]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(named.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const pngEnd = pngChunk("IEND", "");

/** Grey pixels. `before` and `after` are chunks around them; the header may declare a wrong size. */
export function png({
  width = 3,
  height = 2,
  before = [],
  after = [],
}: { width?: number; height?: number; before?: Buffer[]; after?: Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const isReal = width * height < 1_000_000;
  const pixels = Buffer.alloc(isReal ? (width + 1) * height : 100, 0);
  const data = pngChunk("IDAT", deflateSync(pixels));
  return Buffer.concat([pngSignature, pngChunk("IHDR", header), ...before, data, ...after, pngEnd]);
}

export function jpegSegment(marker: number, data: Uint8Array | string): Buffer {
  const body = Buffer.from(data as string, "latin1");
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

export const jfif = jpegSegment(0xe0, "JFIF\0\x01\x01\0\0\x01\0\x01\0\0");
/** A Huffman table of one code. */
const table = (kind: number): Buffer => Buffer.of(kind, 1, ...Array.from({ length: 15 }, () => 0), 0);
/** One grey block, the minimum by T.81 annex K: two tables of one code each. */
export function jpegPixels(width = 8, height = 8): Buffer {
  const frame = Buffer.of(8, 0, 0, 0, 0, 1, 1, 0x11, 0);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    jpegSegment(0xdb, Buffer.of(0, ...Array.from({ length: 64 }, () => 1))),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, table(0x00)),
    jpegSegment(0xc4, table(0x10)),
    jpegSegment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.of(0x3f),
  ]);
}
export const jpegOf = (...pieces: Buffer[]): Buffer =>
  Buffer.concat([Buffer.of(0xff, 0xd8), ...pieces, Buffer.of(0xff, 0xd9)]);
export const jpeg = (...before: Buffer[]): Buffer => jpegOf(jfif, ...before, jpegPixels());

/** EXIF as phones write it: orientation, maker and location (degrees in ASCII, so that tests find them). */
export function exif(orientation: number, order: "II" | "MM" = "II"): Buffer {
  const isBig = order === "MM";
  const data = Buffer.alloc(120);
  const put16 = (value: number, at: number): number =>
    isBig ? data.writeUInt16BE(value, at) : data.writeUInt16LE(value, at);
  const put32 = (value: number, at: number): number =>
    isBig ? data.writeUInt32BE(value, at) : data.writeUInt32LE(value, at);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    put16(tag, at);
    put16(type, at + 2);
    put32(count, at + 4);
    if (type === 3) put16(value, at + 8);
    else put32(value, at + 8);
  };
  data.write(order, 0, "latin1");
  put16(42, 2);
  put32(8, 4);
  put16(3, 8);
  entry(10, 0x010f, 2, 8, 64);
  entry(22, 0x0112, 3, 1, orientation);
  entry(34, 0x8825, 4, 1, 72);
  data.write("Maker\0\0\0", 64, "latin1");
  put16(1, 72);
  entry(74, 0x0002, 2, 20, 90);
  data.write("N 55.7558 E 37.6173\0", 90, "latin1");
  return data;
}
export const jpegExif = (orientation: number, order?: "II" | "MM"): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, order)]));

export function webpChunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.from(data as string, "latin1");
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
}
/** One pixel, lossless (RFC 9649 §3): the smallest that decoders accept. */
const vp8l = webpChunk("VP8L", Buffer.from("2f00000000072d8ffe070022a2ff01", "hex"));
export function webp(flags = 0, ...more: Buffer[]): Buffer {
  const extended = webpChunk("VP8X", Buffer.of(flags, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), extended, vp8l, ...more]);
  return webpChunk("RIFF", body);
}

const gifHead = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
const gifImage = Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0", "latin1");
export const gif = (...before: Buffer[]): Buffer => Buffer.concat([gifHead, ...before, gifImage, Buffer.of(0x3b)]);
