/** Reads a request's body up to a limit, and discards the rest of a refused one. */
import type { IncomingMessage } from "node:http";

/** Octets that a client may still send after its request was answered, before the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/**
 * The chunks of a body; throws `tooLarge` as soon as they exceed `limit` octets. The connection stays open, so that a
 * client that is still sending can read the refusal; `discardBody` reads the rest.
 */
export async function* chunksOf(raw: IncomingMessage, limit: number, tooLarge: () => Error): AsyncGenerator<Buffer> {
  if (Number(raw.headers["content-length"] ?? 0) > limit) throw tooLarge();
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

/** @throws what `tooLarge` returns, and an error when the body is cut off */
export async function readBody(raw: IncomingMessage, limit: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(raw, limit, tooLarge)) chunks.push(chunk);
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

/**
 * Discards the rest of a body whose request has been answered. Node does so only where nothing was read; otherwise the
 * client blocks, and so does the next request on the connection (RFC 9112 §9.3).
 */
export function discardBody(raw: IncomingMessage): void {
  if (raw.readableEnded || raw.destroyed) return;
  let size = 0;
  raw.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_DISCARDED_BYTES) raw.destroy();
  });
  raw.resume();
}
