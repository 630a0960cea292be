/** An outgoing message, streamed from disk: a large one is never in memory as a whole. */
import { createHash } from "node:crypto";
import type { Id } from "@pismo/jmap";
import { withoutBcc } from "../../../mime/compose/compose.ts";
import { wireHeader } from "../../../mime/compose/wire-header.ts";
import { blobIdOfHash, isRemoteBlobId } from "../../../store/blobs/blob-batch.ts";
import type { BlobStore } from "../../../store/blobs/blobs.ts";

export interface OutgoingMessage {
  /** Octets. */
  size: number;
  /** It contains octets above 127 (RFC 6152). */
  is8Bit: boolean;
  /** An address in its header requires UTF-8 (RFC 6531). */
  needsUtf8: boolean;
  /** Starts at the beginning each time. */
  content(): AsyncIterable<Uint8Array>;
}

/** Longer than any honest header; a Bcc after it would be sent. */
const MAX_HEADER_BYTES = 1_000_000;

const hasHighOctet = (bytes: Uint8Array): boolean => bytes.some((octet) => octet > 127);

/** The header with the empty line. @returns undefined without the blob */
export async function readHeader(blobs: BlobStore, blobId: Id): Promise<Uint8Array | undefined> {
  const start = await blobs.getRange(blobId, 0, MAX_HEADER_BYTES);
  if (!start) return undefined;
  const [end] = /\r?\n\r?\n/d.exec(Buffer.from(start).toString("latin1"))?.indices ?? [];
  return start.subarray(0, end?.[1] ?? start.length);
}

/**
 * The message as it is sent: without Bcc, with domains in A-labels; a redirected one octet for octet (RFC 5322 §3.6.6),
 * so that its signatures hold.
 * @returns undefined for a missing or damaged blob
 */
export async function outgoingMessage(
  blobs: BlobStore,
  blobId: Id,
  isRedirect = false,
): Promise<OutgoingMessage | undefined> {
  const size = await blobs.size(blobId);
  const original = await readHeader(blobs, blobId);
  if (size === undefined || !original) return undefined;
  const wire = wireHeader(isRedirect ? original : withoutBcc(original));
  const header = isRedirect ? original : wire.header;
  // Addresses that would have been written otherwise go out as they are.
  const needsUtf8 = wire.needsUtf8 || (isRedirect && wire.header !== original);
  const rest = async function* (): AsyncIterable<Uint8Array> {
    const range = { start: original.length, end: size };
    if (range.start < range.end) yield* ((await blobs.stream(blobId, range)) ?? []) as AsyncIterable<Uint8Array>;
  };
  let is8Bit = hasHighOctet(header);
  const hash = createHash("sha256").update(original);
  for await (const chunk of rest()) {
    hash.update(chunk);
    is8Bit ||= hasHighOctet(chunk);
  }
  if (!isRemoteBlobId(blobId) && blobIdOfHash(hash.digest()) !== blobId) return undefined;
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
