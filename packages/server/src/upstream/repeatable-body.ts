/** Bodies that can be sent again: those of requests that a renewed token lets pass. */
import type { Readable } from "node:stream";

/** A request of JMAP; longer ones flow. */
const MAX_BYTES = 256 * 1024;

/** @param length the Content-Length field */
export async function repeatable(
  body: Readable | string | Uint8Array | undefined,
  length: string | undefined,
): Promise<Readable | string | Uint8Array | undefined> {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body;
  if (length === undefined || Number(length) > MAX_BYTES) return body;
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
