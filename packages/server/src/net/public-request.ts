/** One HTTP request to the public internet, to a URL that a message names: it carries nothing of the reader. */
import { type IncomingMessage, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { isPublicAddress, publicLookup } from "./public-address.ts";

/** Why a URL is not allowed. The text is for the log: it may describe the network of the server. */
export class RefusedAddress extends Error {
  override readonly name = "RefusedAddress";
}

/** Additional addresses that tests allow. */
export interface TestReach {
  /** This port on 127.0.0.1 counts as public. */
  loopbackPort?: number | undefined;
  /** The certificate of the authority that signed its certificate. */
  ca?: string | undefined;
}

export interface PublicRequest {
  method: "GET" | "POST";
  /** All headers but Host, Connection and Content-Length: no cookies, no referrer, no user agent. */
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Ports of web servers; on another port may be a service that reads HTTP as its own commands. */
const ports = new Set(["", "80", "443", "8080", "8443"]);

/** Whether the URL is allowed. @throws RefusedAddress */
function checkUrl(address: string, { loopbackPort }: TestReach): { url: URL; isForTest: boolean } {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) throw new RefusedAddress("not an http address");
  if (url.username !== "" || url.password !== "") throw new RefusedAddress("an address with a password");
  // The URL parser has read hexadecimal, octal and short forms (WHATWG URL §3.5); a trailing dot belongs to a name.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isForTest = loopbackPort !== undefined && host === "127.0.0.1" && url.port === String(loopbackPort);
  if (isForTest) return { url, isForTest };
  if (!ports.has(url.port)) throw new RefusedAddress(`port ${url.port}`);
  if (isIP(host) && !isPublicAddress(host)) throw new RefusedAddress(`${host} is an address inside a private network`);
  return { url, isForTest };
}

/** The response without its body; redirects are left to the caller. @throws RefusedAddress, Error of the network */
export async function askPublic(
  address: string,
  { method, headers, body, signal }: PublicRequest,
  reach: TestReach = {},
): Promise<IncomingMessage> {
  const { url, isForTest } = checkUrl(address, reach);
  const options: RequestOptions = {
    method,
    // A connection of its own, so that none is reused for a name that was resolved differently.
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
