/** Where packs lie: files of a folder (file-packs.ts), or objects (object-packs.ts). */
import { randomInt } from "node:crypto";
import type { Readable } from "node:stream";
import type { Id } from "@pismo/jmap";
import type { OctetRange } from "./object-store.ts";
import type { PackedBytes, PackEntry } from "./pack-entry.ts";

export interface Pack {
  pack: number;
  /** Octets. */
  size: number;
  writtenAt: Date;
}

/** Packs with lower numbers were written before packs had a trailer. */
export const FIRST_WITH_TRAILER = 2 ** 48;

/** A random number, unused by other packs. */
export const newPack = (): number => FIRST_WITH_TRAILER + randomInt(2 ** 48 - 2);

export const packName = (pack: number): string => pack.toString(16).padStart(12, "0");

/** undefined: not the name of a pack. */
export const packOfName = (name: string): number | undefined =>
  /^[0-9a-f]{12,13}$/.test(name) ? Number.parseInt(name, 16) : undefined;

export interface PackStore {
  /**
   * Durable when it resolves; a sweep may remove it until its entries are recorded (recordPackEntries).
   * @throws StoreError diskFull, unreadable; nothing is stored then
   */
  write(all: readonly PackedBytes[], pack?: number): Promise<PackEntry[]>;
  /** undefined when there is no such pack. */
  find(pack: number): Promise<Pack | undefined>;
  /** Every pack, whether the database knows it or not. */
  list(): AsyncIterable<Pack>;
  /** undefined when there is no such pack. */
  read(pack: number, range: OctetRange): Promise<Uint8Array | undefined>;
  stream(pack: number, range: OctetRange): Promise<Readable | undefined>;
  /** What its trailer lists (pack-trailer.ts); undefined for one without a trailer, or with a damaged one. */
  entries(pack: number): Promise<(readonly [blobId: Id, entry: PackEntry])[] | undefined>;
  remove(pack: number): Promise<void>;
}

/** The bytes of these entries, all of one pack. @throws Error it is cut short or missing */
export async function readPackEntries(packs: PackStore, entries: readonly PackEntry[]): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for (const { pack, start, size } of entries) {
    const bytes = await packs.read(pack, { start, end: start + size });
    if (bytes?.length !== size) throw new Error(`The pack ${packName(pack)} is cut short`);
    all.push(bytes);
  }
  return all;
}
