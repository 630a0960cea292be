/**
 * The end of a pack: the names and sizes of its blobs in order as JSON, the length of that JSON in sixteen hexadecimal
 * digits, and a signature. It names the blobs of a pack without the database.
 */
import { open } from "node:fs/promises";
import type { Id } from "@pismo/jmap";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";

const SIGNATURE = "pismo pack 1\n";
const END_BYTES = 16 + SIGNATURE.length;

export function packTrailer(blobs: readonly PackedBytes[]): Buffer {
  const json = Buffer.from(JSON.stringify(blobs.map(({ blobId, bytes }) => [blobId, bytes.length])));
  return Buffer.concat([json, Buffer.from(json.length.toString(16).padStart(16, "0") + SIGNATURE)]);
}

/**
 * The entries that a pack's trailer lists.
 * @returns undefined for a pack without a trailer, or with a damaged one
 */
export async function readTrailer(
  path: string,
  pack: number,
): Promise<(readonly [blobId: Id, entry: PackEntry])[] | undefined> {
  const file = await open(path, "r");
  try {
    const { size: fileSize } = await file.stat();
    const end = await read(Math.max(0, fileSize - END_BYTES), END_BYTES);
    if (end.length < END_BYTES || end.toString("latin1", 16) !== SIGNATURE) return undefined;
    const jsonSize = Number.parseInt(end.toString("latin1", 0, 16), 16);
    const blobsSize = fileSize - END_BYTES - jsonSize;
    if (!(blobsSize >= 0)) return undefined;
    const blobs = JSON.parse((await read(blobsSize, jsonSize)).toString()) as [Id, number][];
    let start = 0;
    const entries = blobs.map(([blobId, size]) => {
      const entry = { pack, start, size };
      start += size;
      return [blobId, entry] as const;
    });
    return start === blobsSize ? entries : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }

  async function read(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, start);
    return buffer.subarray(0, bytesRead);
  }
}
