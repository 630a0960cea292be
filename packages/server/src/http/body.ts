/** Reading a request's body with a limit. */
import type { IncomingMessage } from "node:http";

/** What a sender that ignores the limit may still send before the connection is cut, so that it can read our answer. */
const patience = 64 * 1024 * 1024;

/**
 * The chunks of a body, ended by `tooLarge` as soon as they are more than `limit` octets. Stopping early leaves the
 * connection whole, so that the refusal can be read by a sender that is still sending.
 */
export async function* chunksOf(raw: IncomingMessage, limit: number, tooLarge: () => Error): AsyncGenerator<Buffer> {
  if (Number(raw.headers["content-length"] ?? 0) > limit) {
    discard(raw);
    throw tooLarge();
  }
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      discard(raw);
      throw tooLarge();
    }
    yield chunk;
  }
}

/** @throws what `tooLarge` gives, and an error when the body is cut off */
export async function readBody(raw: IncomingMessage, limit: number, tooLarge: () => Error): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(raw, limit, tooLarge)) chunks.push(chunk);
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function discard(raw: IncomingMessage): void {
  let size = 0;
  raw.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > patience) raw.destroy();
  });
  raw.resume();
}
