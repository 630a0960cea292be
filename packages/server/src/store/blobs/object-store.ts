/**
 * Where blobs lie that are no files: octets under names, in a table or a bucket. What is put under a name never changes;
 * to put it again renews its time.
 */
import type { Readable } from "node:stream";

export interface StoredObject {
  name: string;
  /** Octets. */
  size: number;
  /** Of the last put. */
  putAt: Date;
}

/** Octets [start, end). */
export interface OctetRange {
  start: number;
  end: number;
}

/** @throws StoreError unreachable, diskFull, unreadable, of all its methods */
export interface ObjectStore {
  /** Durable when it resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** The same with the content of a file of this many octets. */
  putFile(name: string, path: string, size: number): Promise<void>;
  /** undefined when there is no such object. */
  get(name: string, range?: OctetRange): Promise<Uint8Array | undefined>;
  stream(name: string, range?: OctetRange): Promise<Readable | undefined>;
  find(name: string): Promise<StoredObject | undefined>;
  /** In the order of their names. */
  list(prefix: string): AsyncIterable<StoredObject>;
  remove(name: string): Promise<void>;
}
