/** Fetches a domain's autoconfig file: by https alone, small, in time, and from the public internet. */
import { request } from "node:https";
import type { IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";

export interface AutoconfigRules {
  /** By default it refuses addresses outside the public internet. */
  lookup?: LookupFunction | undefined;
  /** Further certificates to trust. */
  ca?: string | undefined;
}

const MAX_BYTES = 100_000;
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

function get(url: URL, { lookup = publicLookup, ca }: AutoconfigRules, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      agent: false,
      headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Pismo" },
      maxHeaderSize: 32_768,
      signal,
      lookup,
      ...(ca !== undefined && { ca }),
    };
    const sent = request(url, options, resolve);
    sent.on("error", reject);
    sent.end();
  });
}

/** @throws Error it is too large */
export async function readSmall(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("The file is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The answer at the end of the redirects.
 * @returns the response, to be read or destroyed
 * @throws Error of the network
 */
export async function openHttps(
  address: string,
  rules: AutoconfigRules,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; url: URL }> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let next = address;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const url = URL.parse(next);
    if (url?.protocol !== "https:") throw new Error("The file is not on https");
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // IP addresses are not looked up.
    if (!rules.lookup && isIP(host) && !isPublicAddress(host)) throw new Error(`${host} is inside a private network`);
    const response = await get(url, rules, limit);
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return { response, url };
    response.destroy();
    next = URL.parse(headers.location, url.href)?.href ?? "";
  }
  throw new Error("Too many redirects");
}

/** @throws Error of the network, and where there is no such file */
export async function fetchAutoconfig(address: string, rules: AutoconfigRules, signal: AbortSignal): Promise<string> {
  const { response } = await openHttps(address, rules, signal);
  try {
    if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode}`);
    return await readSmall(response);
  } finally {
    response.destroy();
  }
}
