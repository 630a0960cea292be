/** Which blob lies in which pack, and how it is read from there. */
import type { Id } from "@pismo/jmap";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { isMissingFile } from "./errors.ts";
import { packFile, type PackPlace, packPath } from "./pack-files.ts";
import type { Transactor } from "./reader.ts";
import type { Connection } from "./sqlite/connection.ts";

/** Where blobs lie as of the last commit, whatever snapshot asks: the files of an older one may be gone. */
export interface PackIndex {
  find(blobId: Id): PackPlace | undefined;
  close(): void;
}

export const noPacks: PackIndex = { find: () => undefined, close: () => {} };

/** @param connect opens a connection of its own, once there is something to look for */
export function packIndex(connect: () => Connection): PackIndex {
  let connection: Connection | undefined;
  return {
    find(blobId) {
      if (!connection) {
        connection = connect();
        connection.exec("pragma cache_size = -2000");
      }
      const sql = "select pack, start, size from packed_blob where blob_id = ?";
      return connection.get(sql, [blobId]) as PackPlace | undefined;
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
}

/**
 * Blobs that lie in packs already stay where they are.
 * @returns the blobs whose pack was swept since it was written, because nobody had recorded it: put them again
 */
export async function recordPlaces(
  tx: Transactor,
  places: readonly (readonly [blobId: Id, place: PackPlace])[],
): Promise<Set<Id>> {
  const there = new Map<number, boolean>();
  for (const pack of new Set(places.map(([, place]) => place.pack))) {
    there.set(pack, (await packFile(tx.blobs.folder.root, pack)) !== undefined);
  }
  await tx.runAll(
    "insert into packed_blob (blob_id, pack, start, size) values (?, ?, ?, ?) on conflict do nothing",
    places.filter(([, { pack }]) => there.get(pack)).map(([id, { pack, start, size }]) => [id, pack, start, size]),
  );
  return new Set(places.filter(([, { pack }]) => !there.get(pack)).map(([id]) => id));
}

/** Reads blobs out of packs. */
export class PackedBlobs {
  readonly #root: string;
  readonly #index: PackIndex;

  constructor(root: string, index: PackIndex) {
    this.#root = root;
    this.#index = index;
  }

  size(blobId: Id): number | undefined {
    return this.#index.find(blobId)?.size;
  }

  /** Octets [start, end) of a blob, or all of it. */
  async get(blobId: Id, range?: { start: number; end: number }): Promise<Uint8Array | undefined> {
    const opened = await this.#open(blobId);
    if (!opened) return undefined;
    const { file, place } = opened;
    try {
      const { start, end } = within(place, range);
      const buffer = Buffer.alloc(end - start);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async stream(blobId: Id, range?: { start: number; end: number }): Promise<Readable | undefined> {
    const opened = await this.#open(blobId);
    if (!opened) return undefined;
    const { start, end } = within(opened.place, range);
    if (start < end) return opened.file.createReadStream({ start, end: end - 1 });
    await opened.file.close();
    return Readable.from([]);
  }

  /** A sweep may write the pack anew between the look into the table and the opening: then it stands there anew, too. */
  async #open(blobId: Id): Promise<{ file: FileHandle; place: PackPlace } | undefined> {
    for (let before: PackPlace | undefined; ;) {
      const place = this.#index.find(blobId);
      if (!place || place.pack === before?.pack) return undefined;
      try {
        return { file: await open(packPath(this.#root, place.pack), "r"), place };
      } catch (error) {
        if (!isMissingFile(error)) throw error;
        before = place;
      }
    }
  }
}

/** The octets of a blob's range within its pack. */
function within({ start, size }: PackPlace, range = { start: 0, end: size }): { start: number; end: number } {
  const from = Math.min(Math.max(range.start, 0), size);
  return { start: start + from, end: start + Math.max(from, Math.min(range.end, size)) };
}
