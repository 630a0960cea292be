/** Blobs as objects of a table or a bucket; those of a batch lie in packs, as with files. */
import type { Id } from "@pismo/jmap";
import type { Readable } from "node:stream";
import { blobIdOf, blobIdOfHash, isRemoteBlobId, type PutBlob } from "./blob-batch.ts";
import { type BlobStore, blobIdPattern, type StoredBlob } from "./blobs.ts";
import { ObjectPacks } from "./object-packs.ts";
import type { ObjectStore, OctetRange } from "./object-store.ts";
import { PackedBlobs, type PackIndex } from "./packed-blobs.ts";
import { spool } from "./spool.ts";

/** Objects put at the same time. */
const MAX_PARALLEL = 16;
const PREFIX = "blobs/";
const nameOf = (blobId: Id): string => PREFIX + blobId;

export class ObjectBlobs implements BlobStore {
  readonly folder = undefined;
  readonly packs: ObjectPacks;
  readonly #objects: ObjectStore;
  readonly #packed: PackedBlobs;

  constructor(objects: ObjectStore, index: PackIndex) {
    this.packs = new ObjectPacks(objects);
    this.#objects = objects;
    this.#packed = new PackedBlobs(this.packs, index);
  }

  async put(bytes: Uint8Array): Promise<StoredBlob> {
    const [stored] = await this.putAll([bytes]);
    return stored!;
  }

  async putAll(all: readonly Uint8Array[], names?: readonly Id[]): Promise<StoredBlob[]> {
    const stored = all.map((bytes, index) => ({ blobId: names?.[index] ?? blobIdOf(bytes), size: bytes.length }));
    const fresh = new Map(stored.map(({ blobId }, index) => [blobId, all[index]!]));
    const waiting = [...fresh];
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await this.#objects.put(nameOf(next[0]), next[1]);
    };
    const ends = await Promise.allSettled(Array.from({ length: Math.min(MAX_PARALLEL, waiting.length) }, worker));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return stored;
  }

  async putBatch(all: readonly Uint8Array[]): Promise<PutBlob[]> {
    if (all.length < 2) return this.putAll(all);
    const fresh = new Map(all.map((bytes) => [blobIdOf(bytes), bytes]));
    const written = await this.packs.write([...fresh].map(([blobId, bytes]) => ({ blobId, bytes })));
    const entries = new Map([...fresh.keys()].map((blobId, index) => [blobId, written[index]!]));
    return all.map((bytes) => {
      const blobId = blobIdOf(bytes);
      return { blobId, entry: entries.get(blobId)! };
    });
  }

  async putStream(stream: AsyncIterable<Uint8Array>, limit: number, name?: Id): Promise<StoredBlob> {
    if (name !== undefined && !(isRemoteBlobId(name) && blobIdPattern.test(name))) throw new Error(`no name: ${name}`);
    return spool(stream, limit, async ({ sha256, size, bytes, path }) => {
      const blobId = name ?? blobIdOfHash(sha256);
      if (bytes) await this.#objects.put(nameOf(blobId), bytes);
      else await this.#objects.putFile(nameOf(blobId), path!, size);
      return { blobId, size };
    });
  }

  async get(blobId: Id): Promise<Uint8Array | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await this.#objects.get(nameOf(blobId))) ?? this.#packed.get(blobId);
  }

  async getRange(blobId: Id, start: number, end: number): Promise<Uint8Array | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    const range: OctetRange = { start, end: Math.max(start, end) };
    return (await this.#objects.get(nameOf(blobId), range)) ?? this.#packed.get(blobId, range);
  }

  async stream(blobId: Id, range?: OctetRange): Promise<Readable | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await this.#objects.stream(nameOf(blobId), range)) ?? this.#packed.stream(blobId, range);
  }

  async size(blobId: Id): Promise<number | undefined> {
    if (!blobIdPattern.test(blobId)) return undefined;
    return (await this.#objects.find(nameOf(blobId)))?.size ?? (await this.#packed.size(blobId));
  }

  async *list(): AsyncIterable<{ blobId: Id; size: number; putAt: Date }> {
    for await (const { name, size, putAt } of this.#objects.list(PREFIX)) {
      const blobId = name.slice(PREFIX.length);
      if (blobIdPattern.test(blobId)) yield { blobId, size, putAt };
    }
  }

  async removeOlder(blobId: Id, before: Date): Promise<"removed" | "recent" | "absent"> {
    const found = blobIdPattern.test(blobId) ? await this.#objects.find(nameOf(blobId)) : undefined;
    if (!found) return "absent";
    if (found.putAt >= before) return "recent";
    await this.#objects.remove(nameOf(blobId));
    return "removed";
  }

  remove(blobId: Id): Promise<void> {
    return this.#objects.remove(nameOf(blobId));
  }
}
