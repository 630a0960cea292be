/** Fetches an image that a message names: the request carries nothing of the reader, and only an image is accepted. */
import type { IncomingMessage } from "node:http";
import { imageType } from "../../mime/parse/image-type.ts";
import { askPublic, type TestReach } from "../../net/public-request.ts";

export interface RemoteImage {
  /** By its signature. */
  type: string;
  bytes: Buffer;
}

/** Why there is no image. The text is for the log: it may describe the network of the server. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

export interface ImageRules extends TestReach {
  maxBytes: number;
  /** From the DNS lookup to the last octet. */
  timeoutMs: number;
}

export const imageRules: ImageRules = { maxBytes: 10_000_000, timeoutMs: 15_000 };

const MAX_REDIRECTS = 5;
const headers = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9", "accept-encoding": "identity" };

async function read(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw new ImageError("too large");
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new ImageError(`sent as ${encoding}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ImageError("too large");
    // The first chunk shows whether it is an image; otherwise the rest is not read.
    if (chunks.length === 0 && chunk.length >= 16 && !imageType(chunk)) throw new ImageError("not an image");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws ImageError, RefusedAddress where the URL is not allowed or no image, Error of the network */
export async function fetchImage(address: string, rules: ImageRules): Promise<RemoteImage> {
  const signal = AbortSignal.timeout(rules.timeoutMs);
  let next = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await askPublic(next, { method: "GET", headers, signal }, rules);
    try {
      const { statusCode = 0, headers: answered } = response;
      if (statusCode >= 300 && statusCode < 400 && answered.location !== undefined) {
        next = URL.parse(answered.location, next)?.href ?? "";
        continue;
      }
      if (statusCode !== 200) throw new ImageError(`status ${statusCode}`);
      const bytes = await read(response, rules.maxBytes);
      const type = imageType(bytes);
      if (!type) throw new ImageError("not an image");
      return { type, bytes };
    } finally {
      response.destroy();
    }
  }
  throw new ImageError("too many redirects");
}
