/**
 * The end of a pack: the names and sizes of its blobs in order as JSON, the length of that JSON in sixteen hexadecimal
 * digits, and a signature. It names the blobs of a pack without the database.
 */
import type { Id } from "@pismo/jmap";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";

const SIGNATURE = "pismo pack 1\n";
const END_BYTES = 16 + SIGNATURE.length;

/** The octets of a pack. */
export const packOf = (blobs: readonly PackedBytes[]): Buffer =>
  Buffer.concat([...blobs.map(({ bytes }) => bytes), packTrailer(blobs)]);

function packTrailer(blobs: readonly PackedBytes[]): Buffer {
  const json = Buffer.from(JSON.stringify(blobs.map(({ blobId, bytes }) => [blobId, bytes.length])));
  return Buffer.concat([json, Buffer.from(json.length.toString(16).padStart(16, "0") + SIGNATURE)]);
}

/** Where packOf has put the blobs. */
export function entriesOf(pack: number, blobs: readonly PackedBytes[]): PackEntry[] {
  let start = 0;
  return blobs.map(({ bytes: { length: size } }) => {
    const entry = { pack, start, size };
    start += size;
    return entry;
  });
}

/**
 * The entries that a pack's trailer lists.
 * @param packSize octets of the whole pack
 * @param read octets from `start` on
 * @returns undefined for a pack without a trailer, or with a damaged one
 */
export async function readTrailer(
  pack: number,
  packSize: number,
  read: (start: number, length: number) => Promise<Uint8Array>,
): Promise<(readonly [blobId: Id, entry: PackEntry])[] | undefined> {
  const end = Buffer.from(await read(Math.max(0, packSize - END_BYTES), END_BYTES));
  if (end.length < END_BYTES || end.toString("latin1", 16) !== SIGNATURE) return undefined;
  const jsonSize = Number.parseInt(end.toString("latin1", 0, 16), 16);
  const blobsSize = packSize - END_BYTES - jsonSize;
  if (!(blobsSize >= 0)) return undefined;
  const json = Buffer.from(await read(blobsSize, jsonSize)).toString();
  try {
    let start = 0;
    const entries = (JSON.parse(json) as [Id, number][]).map(([blobId, size]) => {
      const entry = { pack, start, size };
      start += size;
      return [blobId, entry] as const;
    });
    return start === blobsSize ? entries : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
