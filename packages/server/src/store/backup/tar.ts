/** The part of the tar format (POSIX ustar) that a backup needs: files, one after the other, streamed. */
import type { FileHandle } from "node:fs/promises";
import { StoreError } from "../db/errors.ts";

const BLOCK_BYTES = 512;
/** Larger sizes than eleven octal digits allow are written in base 256, as in GNU tar. */
const MAX_OCTAL_BYTES = 0o77777777777;

export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 100, "utf8");
  header.write("0000600\0" + "0000000\0".repeat(2), 100, "ascii");
  if (size <= MAX_OCTAL_BYTES) header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "ascii");
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

/** The padding of a file's last block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);

export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK_BYTES);

export interface TarEntry {
  name: string;
  size: number;
  /** Ends early where the archive is truncated. */
  content: AsyncIterable<Uint8Array>;
}

/**
 * Continues after damage at the next valid header.
 * @param onDamage called where a header cannot be read, or the archive is truncated
 * @throws StoreError badBackup where the file is no tar archive
 */
export async function* readTar(file: FileHandle, onDamage: (what: string) => void): AsyncIterable<TarEntry> {
  let isLost = false;
  for (let position = 0; ;) {
    const header = await readUpTo(file, position, BLOCK_BYTES);
    if (header.length < BLOCK_BYTES) {
      if (position === 0) throw noBackup();
      onDamage("it breaks off before its end");
      return;
    }
    if (!isLost && header.every((byte) => byte === 0)) return;
    const entry = entryOf(header);
    if (!entry) {
      if (position === 0) throw noBackup();
      if (!isLost) onDamage("a part of it cannot be read");
      isLost = true;
      position += BLOCK_BYTES;
      continue;
    }
    isLost = false;
    const start = position + BLOCK_BYTES;
    yield { ...entry, content: slices(file, start, start + entry.size) };
    position = start + entry.size + tarPadding(entry.size).length;
  }
}

const noBackup = () => new StoreError("badBackup", "This is no backup of Pismo, or it is damaged");

/** undefined: these bytes are no valid header. */
function entryOf(header: Buffer): { name: string; size: number } | undefined {
  const stored = Number.parseInt(header.toString("ascii", 148, 154), 8);
  header.write("        ", 148, "ascii");
  if (stored !== checksumOf(header) || header.toString("ascii", 257, 262) !== "ustar") return undefined;
  const size =
    header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(header.toString("ascii", 124, 135), 8);
  return { name: header.toString("utf8", 0, 100).replace(/\0.*$/s, ""), size };
}

async function* slices(file: FileHandle, start: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < end;) {
    const slice = await readUpTo(file, at, Math.min(1 << 20, end - at));
    if (slice.length === 0) return;
    at += slice.length;
    yield slice;
  }
}

/** Reads `length` bytes, or fewer at the end of the file. */
async function readUpTo(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await file.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) return buffer.subarray(0, done);
    done += bytesRead;
  }
  return buffer;
}

/** The sum of all bytes, with spaces for the checksum's own. */
const checksumOf = (header: Buffer): number => header.reduce((sum, byte) => sum + byte, 0);
