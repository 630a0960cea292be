/**
 * Packs: blobs that came many at once, one behind the other in a file that is written and synced once and never changed.
 * Which of them lies where stands in the database (packed-blobs.ts); a pack that it does not know is nobody's.
 */
import { randomInt } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BlobFolder, syncFolder } from "./blob-folder.ts";
import { fileError, isMissingFile } from "./errors.ts";

/** Where a blob lies. */
export interface PackPlace {
  /** The number in the name of the pack's file. */
  pack: number;
  start: number;
  /** Octets. */
  size: number;
}

const HIGHEST_PACK = 2 ** 48 - 2;

export const packFolder = (root: string): string => join(root, "packs");
export const packPath = (root: string, pack: number): string =>
  join(packFolder(root), pack.toString(16).padStart(12, "0"));

/**
 * Durable when it resolves, but nobody's before its places are recorded (recordPlaces).
 * @throws StoreError diskFull, unreadable; nothing is kept then
 */
export async function writePack({ root, durable }: BlobFolder, all: readonly Uint8Array[]): Promise<PackPlace[]> {
  const pack = randomInt(HIGHEST_PACK);
  const path = packPath(root, pack);
  try {
    // A name that is taken is another's.
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.concat(all));
      if (durable) await Promise.all([file.datasync(), syncFolder(packFolder(root))]);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileError(error, root);
  }
  let start = 0;
  return all.map(({ length: size }) => {
    const place = { pack, start, size };
    start += size;
    return place;
  });
}

export interface PackFile {
  pack: number;
  /** Octets. */
  size: number;
  writtenAt: Date;
}

/** undefined when it is not there. */
export async function packFile(root: string, pack: number): Promise<PackFile | undefined> {
  try {
    const { size, mtime } = await stat(packPath(root, pack));
    return { pack, size, writtenAt: mtime };
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Every file there is, the database may know it or not. */
export async function* listPacks(root: string): AsyncIterable<PackFile> {
  for (const name of await readdir(packFolder(root))) {
    const found = /^[0-9a-f]{12}$/.test(name) ? await packFile(root, Number.parseInt(name, 16)) : undefined;
    if (found) yield found;
  }
}

/** What lies at these places, all of one pack. */
export async function readPlaces(root: string, places: readonly PackPlace[]): Promise<Uint8Array[]> {
  const file = await open(packPath(root, places[0]!.pack), "r");
  try {
    const all: Uint8Array[] = [];
    for (const { start, size } of places) {
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await file.read(bytes, 0, size, start);
      if (bytesRead < size) throw new Error(`${packPath(root, places[0]!.pack)} is cut short`);
      all.push(bytes);
    }
    return all;
  } finally {
    await file.close();
  }
}

export const removePack = (root: string, pack: number): Promise<void> => rm(packPath(root, pack), { force: true });
