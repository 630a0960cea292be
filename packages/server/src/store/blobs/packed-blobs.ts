/** Finds the pack of a blob and reads the blob from it. */
import type { Id } from "@pismo/jmap";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { isMissingFile } from "../db/errors.ts";
import { packPath } from "./pack-files.ts";
import type { PackEntry } from "./pack-entry.ts";
import type { Connection } from "../sqlite/connection.ts";

/** Entries as of the last commit, not of the caller's snapshot: an older snapshot's packs may have been removed. */
export interface PackIndex {
  find(blobId: Id): PackEntry | undefined;
  close(): void;
}

export const emptyPackIndex: PackIndex = { find: () => undefined, close: () => {} };

/** @param connect opens its own connection, at the first search */
export function packIndex(connect: () => Connection): PackIndex {
  let connection: Connection | undefined;
  return {
    find(blobId) {
      if (!connection) {
        connection = connect();
        connection.exec("pragma cache_size = -2000");
      }
      const sql = "select pack, start, size from packed_blob where blob_id = ?";
      return connection.get(sql, [blobId]) as PackEntry | undefined;
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
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
    const { file, entry } = opened;
    try {
      const { start, end } = within(entry, range);
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
    const { start, end } = within(opened.entry, range);
    if (start < end) return opened.file.createReadStream({ start, end: end - 1 });
    await opened.file.close();
    return Readable.from([]);
  }

  /** A sweep may rewrite the pack between the query and the open; the table then has the new entry. */
  async #open(blobId: Id): Promise<{ file: FileHandle; entry: PackEntry } | undefined> {
    for (let before: PackEntry | undefined; ;) {
      const entry = this.#index.find(blobId);
      if (!entry || entry.pack === before?.pack) return undefined;
      try {
        return { file: await open(packPath(this.#root, entry.pack), "r"), entry };
      } catch (error) {
        if (!isMissingFile(error)) throw error;
        before = entry;
      }
    }
  }
}

/** A blob's range as offsets in its pack. */
function within({ start, size }: PackEntry, range = { start: 0, end: size }): { start: number; end: number } {
  const from = Math.min(Math.max(range.start, 0), size);
  return { start: start + from, end: start + Math.max(from, Math.min(range.end, size)) };
}
