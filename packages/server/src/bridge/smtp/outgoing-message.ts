/** A letter's bytes on their way out, read from the disk as they go: a large letter is in memory at no time. */
import type { Id } from "@pismo/jmap";
import { withoutBcc } from "../../mime/compose.ts";
import { wireHeader } from "../../mime/wire-header.ts";
import type { BlobStore } from "../../store/blobs.ts";

export interface OutgoingMessage {
  /** Octets. */
  size: number;
  /** There are octets above 127 in it (RFC 6152). */
  is8Bit: boolean;
  /** An address in its header can be written in UTF-8 alone (RFC 6531). */
  needsUtf8: boolean;
  /** The whole message, from its beginning each time. */
  content(): AsyncIterable<Uint8Array>;
}

/** More than this no header has that means it well; Bcc beyond it would go out. */
const longestHeader = 1_000_000;

const hasHighOctet = (bytes: Uint8Array): boolean => bytes.some((octet) => octet > 127);

/** What stands before the text, with the empty line. @returns undefined when there is no such blob */
export async function readHeader(blobs: BlobStore, blobId: Id): Promise<Uint8Array | undefined> {
  const start = await blobs.getRange(blobId, 0, longestHeader);
  if (!start) return undefined;
  const [end] = /\r?\n\r?\n/d.exec(Buffer.from(start).toString("latin1"))?.indices ?? [];
  return start.subarray(0, end?.[1] ?? start.length);
}

/** The message as others get it: without Bcc, with domains that every server reads. @returns undefined when there is no such blob */
export async function outgoingMessage(blobs: BlobStore, blobId: Id): Promise<OutgoingMessage | undefined> {
  const size = await blobs.size(blobId);
  const original = await readHeader(blobs, blobId);
  if (size === undefined || !original) return undefined;
  const { header, needsUtf8 } = wireHeader(withoutBcc(original));
  const rest = async function* (): AsyncIterable<Uint8Array> {
    const range = { start: original.length, end: size };
    if (range.start < range.end) yield* ((await blobs.stream(blobId, range)) ?? []) as AsyncIterable<Uint8Array>;
  };
  let is8Bit = hasHighOctet(header);
  if (!is8Bit) {
    for await (const chunk of rest()) if ((is8Bit = hasHighOctet(chunk))) break;
  }
  return {
    size: header.length + size - original.length,
    is8Bit,
    needsUtf8,
    async *content() {
      yield header;
      yield* rest();
    },
  };
}
