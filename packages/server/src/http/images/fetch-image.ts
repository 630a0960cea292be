/** Fetches an image that a message names: the request carries nothing of the reader, and only an image is accepted. */
import type { IncomingMessage } from "node:http";
import { pictureType } from "../../mime/parse/image-type.ts";
import { askPublic, type TestReach } from "../../net/public-request.ts";

export interface Picture {
  /** By its signature. */
  type: string;
  bytes: Buffer;
}

/** Why there is no image. The text is for the log: it may describe the network of the server. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

export interface PictureRules extends TestReach {
  /** In octets. */
  maxSize: number;
  /** Milliseconds from the DNS lookup to the last octet. */
  timeout: number;
}

export const pictureRules: PictureRules = { maxSize: 10_000_000, timeout: 15_000 };

const maxRedirects = 5;
const headers = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9", "accept-encoding": "identity" };

async function read(response: IncomingMessage, maxSize: number): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > maxSize) throw new PictureError("too large");
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new PictureError(`sent as ${encoding}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) throw new PictureError("too large");
    // The first chunk shows whether it is an image; otherwise the rest is not read.
    if (chunks.length === 0 && chunk.length >= 16 && !pictureType(chunk)) throw new PictureError("not a picture");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws PictureError, RefusedAddress where the URL is not allowed or no image, Error of the network */
export async function fetchPicture(address: string, rules: PictureRules): Promise<Picture> {
  const signal = AbortSignal.timeout(rules.timeout);
  let next = address;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await askPublic(next, { method: "GET", headers, signal }, rules);
    try {
      const { statusCode = 0, headers: answered } = response;
      if (statusCode >= 300 && statusCode < 400 && answered.location !== undefined) {
        next = URL.parse(answered.location, next)?.href ?? "";
        continue;
      }
      if (statusCode !== 200) throw new PictureError(`status ${statusCode}`);
      const bytes = await read(response, rules.maxSize);
      const type = pictureType(bytes);
      if (!type) throw new PictureError("not a picture");
      return { type, bytes };
    } finally {
      response.destroy();
    }
  }
  throw new PictureError("too many redirects");
}
