import type { Id } from "@pismo/jmap";

/** The pack and the byte range of a blob. */
export interface PackEntry {
  /** The number in the name of the pack's file. */
  pack: number;
  start: number;
  /** Octets. */
  size: number;
}

/** A blob to be written into a pack. */
export interface PackedBytes {
  blobId: Id;
  bytes: Uint8Array;
}
