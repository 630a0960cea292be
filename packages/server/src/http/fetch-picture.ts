/** Fetching a picture that a letter names, for its reader: nothing of the reader goes out, and nothing but a picture comes in. */
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { pictureType } from "../mime/picture-type.ts";
import { isPublicAddress, publicLookup } from "../net/public-address.ts";

export interface Picture {
  /** By its signature. */
  type: string;
  bytes: Buffer;
}

/** Why there is no picture. The text is for the log: it may tell of the network that the server stands in. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

export interface PictureRules {
  /** Octets. */
  maxSize: number;
  /** Milliseconds from the first look-up to the last octet. */
  timeout: number;
  /** For tests: this port on 127.0.0.1 counts as public. */
  loopbackPort?: number | undefined;
  /** For tests: the certificate of the authority that has signed for it. */
  ca?: string | undefined;
}

export const pictureRules: PictureRules = { maxSize: 10_000_000, timeout: 15_000 };

const maxRedirects = 5;
/** Where web servers are; behind another port may be a program that takes HTTP for its own commands. */
const ports = new Set(["", "80", "443", "8080", "8443"]);

/** What may be asked for. @throws PictureError */
function checkUrl(address: string, { loopbackPort }: PictureRules): { url: URL; isForTest: boolean } {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new PictureError("not an http address");
  if (url.username !== "" || url.password !== "") throw new PictureError("an address with a password");
  // The URL parser has read hexadecimal, octal and short forms (WHATWG URL §3.5); a dot at the end is a name's.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isForTest = loopbackPort !== undefined && host === "127.0.0.1" && url.port === String(loopbackPort);
  if (isForTest) return { url, isForTest };
  if (!ports.has(url.port)) throw new PictureError(`port ${url.port}`);
  if (isIP(host) && !isPublicAddress(host)) throw new PictureError(`${host} is an address inside a private network`);
  return { url, isForTest };
}

function get(url: URL, isForTest: boolean, { ca }: PictureRules, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: "GET",
    // A connection of its own, so that none is used again for a name that was looked up otherwise.
    agent: false,
    headers: { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9", "accept-encoding": "identity" },
    maxHeaderSize: 32_768,
    signal,
    ...(isForTest ? { ...(ca !== undefined && { ca }) } : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, options, resolve);
    request.on("error", reject);
    request.end();
  });
}

async function read(response: IncomingMessage, maxSize: number): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > maxSize) throw new PictureError("too large");
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw new PictureError(`sent as ${encoding}`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxSize) throw new PictureError("too large");
    // The first chunk tells already: what is no picture is not read on.
    if (chunks.length === 0 && chunk.length >= 16 && !pictureType(chunk)) throw new PictureError("not a picture");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @throws PictureError where the address may not be asked or does not lead to a picture, Error of the network */
export async function fetchPicture(address: string, rules: PictureRules): Promise<Picture> {
  const signal = AbortSignal.timeout(rules.timeout);
  let next = address;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const { url, isForTest } = checkUrl(next, rules);
    const response = await get(url, isForTest, rules, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        next = URL.parse(headers.location, url.href)?.href ?? "";
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
