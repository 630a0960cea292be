/** One HTTP request to the public internet, because a letter names an address there: nothing of the reader goes along. */
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, publicLookup } from "./public-address.ts";

/** Why an address may not be asked. The text is for the log: it may tell of the network that the server stands in. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** What tests allow beyond the rules. */
export interface TestReach {
  /** This port on 127.0.0.1 counts as public. */
  loopbackPort?: number | undefined;
  /** The certificate of the authority that has signed for it. */
  ca?: string | undefined;
}

export interface PublicRequest {
  method: "GET" | "POST";
  /** All of them but Host, Connection and Content-Length: there are no cookies, no referrer, no name of a program. */
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Where web servers are; behind another port may be a program that takes HTTP for its own commands. */
const ports = new Set(["", "80", "443", "8080", "8443"]);

/** What may be asked for. @throws RefusedAddress */
function checkUrl(address: string, { loopbackPort }: TestReach): { url: URL; isForTest: boolean } {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedAddress("not an http address");
  if (url.username !== "" || url.password !== "") throw new RefusedAddress("an address with a password");
  // The URL parser has read hexadecimal, octal and short forms (WHATWG URL §3.5); a dot at the end is a name's.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isForTest = loopbackPort !== undefined && host === "127.0.0.1" && url.port === String(loopbackPort);
  if (isForTest) return { url, isForTest };
  if (!ports.has(url.port)) throw new RefusedAddress(`port ${url.port}`);
  if (isIP(host) && !isPublicAddress(host)) throw new RefusedAddress(`${host} is an address inside a private network`);
  return { url, isForTest };
}

/** The beginning of the answer; redirects are the caller's matter. @throws RefusedAddress, Error of the network */
export async function askPublic(
  address: string,
  { method, headers, body, signal }: PublicRequest,
  reach: TestReach = {},
): Promise<IncomingMessage> {
  const { url, isForTest } = checkUrl(address, reach);
  const options: RequestOptions = {
    method,
    // A connection of its own, so that none is used again for a name that was looked up otherwise.
    agent: false,
    headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    maxHeaderSize: 32_768,
    signal,
    ...(isForTest ? { ...(reach.ca !== undefined && { ca: reach.ca }) } : { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, options, resolve);
    request.on("error", reject);
    request.end(body);
  });
}
