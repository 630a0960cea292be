/** Finds the pack of a blob and reads the blob from it. */
import type { Id } from "@pismo/jmap";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { isMissingFile } from "../db/errors.ts";
import { packPath } from "./pack-files.ts";
import type { PackEntry } from "./pack-entry.ts";

/** Entries as of the last commit, not of the caller's snapshot: an older snapshot's packs may have been removed. */
export interface PackIndex {
  find(blobId: Id): PackEntry | undefined | Promise<PackEntry | undefined>;
  close(): void;
}

export const emptyPackIndex: PackIndex = { find: () => undefined, close: () => {} };

/** Reads blobs out of packs. */
export class PackedBlobs {
  readonly #root: string;
  readonly #index: PackIndex;

  constructor(root: string, index: PackIndex) {
    this.#root = root;
    this.#index = index;
  }

  async size(blobId: Id): Promise<number | undefined> {
    return (await this.#index.find(blobId))?.size;
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
      const entry = await this.#index.find(blobId);
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
