/** As much of the tar format (POSIX ustar) as a backup needs: files, one after the other, streamed. */
import type { FileHandle } from "node:fs/promises";
import { StoreError } from "./errors.ts";

const BLOCK = 512;
/** Sizes beyond what eleven octal digits hold are written in base 256, as GNU tar does. */
const MAX_OCTAL = 0o77777777777;

export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, "utf8");
  header.write("0000600\0" + "0000000\0".repeat(2), 100, "ascii");
  if (size <= MAX_OCTAL) header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "ascii");
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write("00000000000\0", 136, "ascii");
  header.write("        0", 148, "ascii");
  header.write("ustar\x0000", 257, "ascii");
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return header;
}

/** What fills the last block of a file. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

export interface TarEntry {
  name: string;
  size: number;
  /** Must be read to its end, or not at all. */
  content: AsyncIterable<Uint8Array>;
}

/** @throws StoreError badBackup where the file is no tar archive or breaks off */
export async function* readTar(file: FileHandle): AsyncIterable<TarEntry> {
  for (let position = 0; ;) {
    const header = await readExactly(file, position, BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const stored = Number.parseInt(header.toString("ascii", 148, 154), 8);
    header.write("        ", 148, "ascii");
    if (stored !== checksumOf(header))
      throw new StoreError("badBackup", "This is no backup of Pismo, or it is damaged");
    const size =
      header[124] === 0x80
        ? Number(header.readBigUInt64BE(128))
        : Number.parseInt(header.toString("ascii", 124, 135), 8);
    const name = header.toString("utf8", 0, 100).replace(/\0.*$/s, "");
    const start = position + BLOCK;
    yield { name, size, content: slices(file, start, start + size) };
    position = start + size + tarPadding(size).length;
  }
}

async function* slices(file: FileHandle, start: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < end;) {
    const slice = await readExactly(file, at, Math.min(1 << 20, end - at));
    at += slice.length;
    yield slice;
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw new StoreError("badBackup", "The backup breaks off in the middle");
    done += bytesRead;
  }
  return buffer;
}

/** The sum of all bytes, the checksum's own taken as spaces. */
const checksumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);
