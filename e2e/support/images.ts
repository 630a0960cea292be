/** Small real images, made here: a PNG of one colour. */
import { crc32, deflateSync } from "node:zlib";

export const pngSignature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** RFC 2083 §3.2. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG of about so many octets that are all image: its pixels are not compressed. */
export function heavyPng(octets: number): Buffer {
  const width = 1000;
  const height = Math.ceil(octets / (width + 1));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits, grey
  const pixels = Buffer.alloc((width + 1) * height, 0x5a);
  for (let row = 0; row < height; row++) pixels[row * (width + 1)] = 0;
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixels, { level: 0 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG (RFC 2083), `width` by `height` pixels of one RGB colour. */
export function png(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, deflate, no filter, not interlaced
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3).fill(Buffer.of(red, green, blue))]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixels)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG in black and white, each cell a square of `scale` pixels. */
export function pngOf(cells: readonly (readonly boolean[])[], scale: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE((cells[0]?.length ?? 0) * scale, 0);
  header.writeUInt32BE(cells.length * scale, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits, grey
  const wide = <T>(each: T): T[] => Array.from({ length: scale }, () => each);
  const rows = cells.flatMap((row) => wide(Buffer.of(0, ...row.flatMap((isBlack) => wide(isBlack ? 0 : 255)))));
  return Buffer.concat([
    pngSignature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.concat(rows))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
