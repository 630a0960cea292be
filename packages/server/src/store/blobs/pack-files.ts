/**
 * Packs: blobs of one batch, one after the other in a file that is written and synced once and never changed. The
 * database has the entries (packed-blobs.ts); the pack's trailer repeats them (pack-trailer.ts), in case the database is
 * lost.
 */
import { randomInt } from "node:crypto";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BlobFolder, syncFolder } from "./blob-folder.ts";
import { fileError, isMissingFile } from "../db/errors.ts";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";
import { packTrailer } from "./pack-trailer.ts";

/** Packs with lower numbers were written before packs had a trailer. */
export const FIRST_WITH_TRAILER = 2 ** 48;

export const packFolder = (root: string): string => join(root, "packs");
export const packPath = (root: string, pack: number): string =>
  join(packFolder(root), pack.toString(16).padStart(12, "0"));

/** A random number, unused by other packs. */
export const newPack = (): number => FIRST_WITH_TRAILER + randomInt(2 ** 48 - 2);

/**
 * Durable when it resolves; a sweep may remove it until its entries are recorded (recordPackEntries).
 * @throws StoreError diskFull, unreadable; nothing is stored then
 */
export async function writePack(
  { root, durable }: BlobFolder,
  all: readonly PackedBytes[],
  pack = newPack(),
): Promise<PackEntry[]> {
  const path = packPath(root, pack);
  try {
    // An existing file belongs to another writer.
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.concat([...all.map(({ bytes }) => bytes), packTrailer(all)]));
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
  return all.map(({ bytes: { length: size } }) => {
    const entry = { pack, start, size };
    start += size;
    return entry;
  });
}

export interface PackFile {
  pack: number;
  /** Octets. */
  size: number;
  writtenAt: Date;
}

/** undefined when there is no such file. */
export async function packFile(root: string, pack: number): Promise<PackFile | undefined> {
  try {
    const { size, mtime } = await stat(packPath(root, pack));
    return { pack, size, writtenAt: mtime };
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Every pack file, whether the database knows it or not. */
export async function* listPacks(root: string): AsyncIterable<PackFile> {
  for (const name of await readdir(packFolder(root))) {
    const found = /^[0-9a-f]{12,13}$/.test(name) ? await packFile(root, Number.parseInt(name, 16)) : undefined;
    if (found) yield found;
  }
}

/** The bytes of these entries, all of one pack. */
export async function readPackEntries(root: string, entries: readonly PackEntry[]): Promise<Uint8Array[]> {
  const file = await open(packPath(root, entries[0]!.pack), "r");
  try {
    const all: Uint8Array[] = [];
    for (const { start, size } of entries) {
      const bytes = Buffer.alloc(size);
      const { bytesRead } = await file.read(bytes, 0, size, start);
      if (bytesRead < size) throw new Error(`${packPath(root, entries[0]!.pack)} is cut short`);
      all.push(bytes);
    }
    return all;
  } finally {
    await file.close();
  }
}

export const removePack = (root: string, pack: number): Promise<void> => rm(packPath(root, pack), { force: true });
