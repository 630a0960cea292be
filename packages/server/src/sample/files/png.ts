/** Encodes PNG (RFC 2083): 8 bits per channel, no alpha. */
import { crc32, deflateSync } from "node:zlib";

export type Colour = readonly [red: number, green: number, blue: number];

/** A bitmap to paint on; coordinates in pixels from the top left. */
export interface Canvas {
  width: number;
  height: number;
  /** Paints one pixel; ignores pixels outside the bitmap. */
  set(x: number, y: number, colour: Colour): void;
  get(x: number, y: number): Colour;
}

export function createCanvas(width: number, height: number): Canvas & { toPng(): Buffer } {
  // Each row begins with the byte that names its filter.
  const stride = 1 + 3 * width;
  const data = Buffer.alloc(stride * height);
  const at = (x: number, y: number) => y * stride + 1 + 3 * x;
  return {
    width,
    height,
    set(x, y, [red, green, blue]) {
      if (x < 0 || y < 0 || x >= width || y >= height) return;
      const start = at(x, y);
      data[start] = red;
      data[start + 1] = green;
      data[start + 2] = blue;
    },
    get: (x, y) => [data[at(x, y)] ?? 0, data[at(x, y) + 1] ?? 0, data[at(x, y) + 2] ?? 0],
    toPng: () => encode(width, height, filterRows(data, stride, height)),
  };
}

/** The difference to the pixel on the left ("Sub") makes gradients small. */
function filterRows(data: Buffer, stride: number, height: number): Buffer {
  const rows = Buffer.from(data);
  for (let y = 0; y < height; y++) {
    const start = y * stride;
    rows[start] = 1;
    for (let i = stride - 1; i > 3; i--) rows[start + i] = ((data[start + i] ?? 0) - (data[start + i - 3] ?? 0)) & 0xff;
  }
  return rows;
}

function encode(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
