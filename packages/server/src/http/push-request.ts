/** Posting to a push endpoint: RFC 8620 §7.2, RFC 8030. The address comes from a client, so it is not trusted. */
import { lookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { createECDH, type ECDH } from "node:crypto";
import { createRequire } from "node:module";
import type { PushSubscriptionRecord } from "../store/push-subscriptions.ts";
import { isLoopbackName } from "../auth/place.ts";

/** The package brings no types. */
const { encrypt } = createRequire(import.meta.url)("http_ece") as {
  encrypt(content: Buffer, options: { version: "aes128gcm"; dh: string; authSecret: string; privateKey: ECDH }): Buffer;
};

/** Milliseconds. */
const timeout = 10_000;

/** Networks in which a push service cannot be, but things that trust their neighbours can. */
const inner = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  inner.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  // Addresses that carry an IPv4 address, for which something else would have to be asked.
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
] as const) {
  inner.addSubnet(network, bits, "ipv6");
}

export function isInnerAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ? inner.check(mapped, "ipv4") : inner.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Looks a name up once, and connects to what was checked: a second look-up could answer otherwise. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => isInnerAddress(address))) {
      return callback(new Error(`${hostname} is an address inside a private network`), "", 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** RFC 8291: content encoded for the subscription's keys. */
function encode(body: Buffer, { keys }: PushSubscriptionRecord): { body: Buffer; headers: Record<string, string> } {
  if (!keys) return { body, headers: { "content-type": "application/json" } };
  const own = createECDH("prime256v1");
  own.generateKeys();
  const encrypted = encrypt(body, { version: "aes128gcm", dh: keys.p256dh, authSecret: keys.auth, privateKey: own });
  return { body: encrypted, headers: { "content-type": "application/octet-stream", "content-encoding": "aes128gcm" } };
}

export interface PushRules {
  /** Whether programs on this machine may be pushed to: only where nobody from elsewhere could name them. */
  mayCallLoopback: boolean;
}

/** Gives the HTTP status. @throws Error where nothing answered, or where the address is not to be called */
export function postPush(
  subscription: PushSubscriptionRecord,
  message: object,
  { mayCallLoopback }: PushRules,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(subscription.url);
  const { body, headers } = encode(Buffer.from(JSON.stringify(message)), subscription);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isOwn = mayCallLoopback && isLoopbackName(host);
  if (url.protocol !== "https:" && !isOwn) throw new Error(`${host} would be called without encryption`);
  if (isIP(host) && !isOwn && isInnerAddress(host)) throw new Error(`${host} is an address inside a private network`);
  const options: RequestOptions = {
    method: "POST",
    timeout,
    headers: { ...headers, "content-length": body.length, ttl: "86400", urgency: "normal" },
    signal,
    // Whatever is not this machine by its own words must lead out.
    ...(!isOwn && { lookup: guardedLookup }),
  };
  return new Promise((resolve, reject) => {
    const post = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    post.on("timeout", () => post.destroy(new Error("The push service did not answer")));
    post.on("error", reject);
    post.end(body);
  });
}
