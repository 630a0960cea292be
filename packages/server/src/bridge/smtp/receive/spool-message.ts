/** Spools a message that is being received: small ones in memory, others on disk, so that many large ones cost no memory. */
import type { Id } from "@pismo/jmap";
import type { Readable } from "node:stream";
import type { BlobStore } from "../../../store/blobs/blobs.ts";

const MAX_MEMORY_BYTES = 1_000_000;

export type SpooledMessage = { bytes: Uint8Array } | { blobId: Id; size: number };

/** smtp-server's stream, which continues after the limit. */
export type MessageStream = Readable & { sizeExceeded?: boolean | undefined };

class TooLarge extends Error {}

/**
 * To be called at once: the stream is flowing.
 * @param trace put in front of the message
 * @returns undefined for a message above the limit; smtp-server then replies 552 5.3.4
 */
export async function spoolMessage(
  stream: MessageStream,
  trace: Uint8Array,
  blobs: Pick<BlobStore, "putStream">,
): Promise<SpooledMessage | undefined> {
  const chunks = chunksOf(stream, trace);
  try {
    const beginning: Uint8Array[] = [];
    for (let size = 0; size <= MAX_MEMORY_BYTES;) {
      const { done, value } = await chunks.next();
      if (done) return { bytes: Buffer.concat(beginning) };
      beginning.push(value);
      size += value.length;
    }
    return await blobs.putStream(joined(beginning, chunks), Infinity);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

async function* chunksOf(stream: MessageStream, trace: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  let next = chunks.next();
  yield trace;
  for (let chunk = await next; !chunk.done; chunk = await next) {
    next = chunks.next();
    // Above the limit the rest is read and dropped.
    if (!stream.sizeExceeded) yield chunk.value;
  }
  if (stream.sizeExceeded) throw new TooLarge();
  return undefined;
}

async function* joined(beginning: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Each chunk is released once it is written.
  for (let chunk = beginning.shift(); chunk; chunk = beginning.shift()) yield chunk;
  yield* rest;
}
