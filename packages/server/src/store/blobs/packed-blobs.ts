/** Finds the pack of a blob and reads the blob from it. */
import type { Id } from "@pismo/jmap";
import type { Readable } from "node:stream";
import type { OctetRange } from "./object-store.ts";
import type { PackEntry } from "./pack-entry.ts";
import type { PackStore } from "./pack-store.ts";

/** Entries as of the last commit, not of the caller's snapshot: an older snapshot's packs may have been removed. */
export interface PackIndex {
  find(blobId: Id): PackEntry | undefined | Promise<PackEntry | undefined>;
  close(): void;
}

export const emptyPackIndex: PackIndex = { find: () => undefined, close: () => {} };

/** Reads blobs out of packs. */
export class PackedBlobs {
  readonly #packs: PackStore;
  readonly #index: PackIndex;

  constructor(packs: PackStore, index: PackIndex) {
    this.#packs = packs;
    this.#index = index;
  }

  async size(blobId: Id): Promise<number | undefined> {
    return (await this.#index.find(blobId))?.size;
  }

  /** Octets [start, end) of a blob, or all of it. */
  get(blobId: Id, range?: OctetRange): Promise<Uint8Array | undefined> {
    return this.#read(blobId, (entry) => this.#packs.read(entry.pack, within(entry, range)));
  }

  stream(blobId: Id, range?: OctetRange): Promise<Readable | undefined> {
    return this.#read(blobId, (entry) => this.#packs.stream(entry.pack, within(entry, range)));
  }

  /** A sweep may rewrite the pack between the query and the read; the table then has the new entry. */
  async #read<T>(blobId: Id, read: (entry: PackEntry) => Promise<T | undefined>): Promise<T | undefined> {
    for (let before: PackEntry | undefined; ;) {
      const entry = await this.#index.find(blobId);
      if (!entry || entry.pack === before?.pack) return undefined;
      const found = await read(entry);
      if (found !== undefined) return found;
      before = entry;
    }
  }
}

/** A blob's range as offsets in its pack. */
function within({ start, size }: PackEntry, range: OctetRange = { start: 0, end: size }): OctetRange {
  const from = Math.min(Math.max(range.start, 0), size);
  return { start: start + from, end: start + Math.max(from, Math.min(range.end, size)) };
}
