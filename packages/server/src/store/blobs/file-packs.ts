/**
 * Packs as files: blobs of one batch, one after the other in a file that is written and synced once and never changed.
 * The database has the entries (packed-blobs.ts); the pack's trailer repeats them (pack-trailer.ts), in case the
 * database is lost.
 */
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileError, isMissingFile } from "../db/errors.ts";
import { type BlobFolder, syncFolder } from "./blob-folder.ts";
import type { OctetRange } from "./object-store.ts";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";
import { newPack, type Pack, packName, packOfName, type PackStore } from "./pack-store.ts";
import { entriesOf, packOf, readTrailer } from "./pack-trailer.ts";

export const packFolder = (root: string): string => join(root, "packs");
const packPath = (root: string, pack: number): string => join(packFolder(root), packName(pack));

/** As PackStore.write. */
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
      await file.writeFile(packOf(all));
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
  return entriesOf(pack, all);
}

export class FilePacks implements PackStore {
  readonly #folder: BlobFolder;

  constructor(folder: BlobFolder) {
    this.#folder = folder;
  }

  write(all: readonly PackedBytes[], pack?: number): Promise<PackEntry[]> {
    return writePack(this.#folder, all, pack);
  }

  async find(pack: number): Promise<Pack | undefined> {
    try {
      const { size, mtime } = await stat(this.#path(pack));
      return { pack, size, writtenAt: mtime };
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  async *list(): AsyncIterable<Pack> {
    for (const name of await readdir(packFolder(this.#folder.root))) {
      const pack = packOfName(name);
      const found = pack === undefined ? undefined : await this.find(pack);
      if (found) yield found;
    }
  }

  async read(pack: number, range: OctetRange): Promise<Uint8Array | undefined> {
    const file = await this.#open(pack);
    if (!file) return undefined;
    try {
      return await readOctets(file, range.start, range.end - range.start);
    } finally {
      await file.close();
    }
  }

  async stream(pack: number, { start, end }: OctetRange): Promise<Readable | undefined> {
    const file = await this.#open(pack);
    if (!file) return undefined;
    if (start < end) return file.createReadStream({ start, end: end - 1 });
    await file.close();
    return Readable.from([]);
  }

  async entries(pack: number): ReturnType<PackStore["entries"]> {
    const file = await this.#open(pack);
    if (!file) return undefined;
    try {
      return await readTrailer(pack, (await file.stat()).size, (start, length) => readOctets(file, start, length));
    } finally {
      await file.close();
    }
  }

  remove(pack: number): Promise<void> {
    return rm(this.#path(pack), { force: true });
  }

  #path(pack: number): string {
    return packPath(this.#folder.root, pack);
  }

  async #open(pack: number): Promise<FileHandle | undefined> {
    try {
      return await open(this.#path(pack), "r");
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }
}

async function readOctets(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  return buffer.subarray(0, bytesRead);
}
