/** Packs as objects. */
import type { Readable } from "node:stream";
import type { ObjectStore, OctetRange, StoredObject } from "./object-store.ts";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";
import { newPack, type Pack, packName, packOfName, type PackStore } from "./pack-store.ts";
import { entriesOf, packOf, readTrailer } from "./pack-trailer.ts";

const PREFIX = "packs/";
const nameOf = (pack: number): string => PREFIX + packName(pack);

export class ObjectPacks implements PackStore {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  async write(all: readonly PackedBytes[], pack = newPack()): Promise<PackEntry[]> {
    await this.#objects.put(nameOf(pack), packOf(all));
    return entriesOf(pack, all);
  }

  async find(pack: number): Promise<Pack | undefined> {
    const found = await this.#objects.find(nameOf(pack));
    return found && packOfObject(found);
  }

  async *list(): AsyncIterable<Pack> {
    for await (const object of this.#objects.list(PREFIX)) {
      const found = packOfObject(object);
      if (found) yield found;
    }
  }

  read(pack: number, range: OctetRange): Promise<Uint8Array | undefined> {
    return this.#objects.get(nameOf(pack), range);
  }

  stream(pack: number, range: OctetRange): Promise<Readable | undefined> {
    return this.#objects.stream(nameOf(pack), range);
  }

  async entries(pack: number): ReturnType<PackStore["entries"]> {
    const found = await this.find(pack);
    if (!found) return undefined;
    return readTrailer(
      pack,
      found.size,
      async (start, length) => (await this.read(pack, { start, end: start + length })) ?? new Uint8Array(),
    );
  }

  remove(pack: number): Promise<void> {
    return this.#objects.remove(nameOf(pack));
  }
}

function packOfObject({ name, size, putAt }: StoredObject): Pack | undefined {
  const pack = packOfName(name.slice(PREFIX.length));
  return pack === undefined ? undefined : { pack, size, writtenAt: putAt };
}
