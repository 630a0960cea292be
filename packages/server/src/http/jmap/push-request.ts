/** Posts to a push endpoint: RFC 8620 §7.2, RFC 8030. The URL comes from a client, so it is not trusted. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { createECDH, type ECDH } from "node:crypto";
import { createRequire } from "node:module";
import type { PushSubscriptionRecord } from "../../store/auth/push-subscriptions.ts";
import { isLoopbackName } from "../../auth/request-origin.ts";
import type { Vapid } from "./vapid.ts";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";

/** The package has no types. */
const { encrypt } = createRequire(import.meta.url)("http_ece") as {
  encrypt(content: Buffer, options: { version: "aes128gcm"; dh: string; authSecret: string; privateKey: ECDH }): Buffer;
};

const TIMEOUT_MS = 10_000;

/** RFC 8291: content encrypted for the keys of the subscription. */
function encode(body: Buffer, { keys }: PushSubscriptionRecord): { body: Buffer; headers: Record<string, string> } {
  if (!keys) return { body, headers: { "content-type": "application/json" } };
  const own = createECDH("prime256v1");
  own.generateKeys();
  const encrypted = encrypt(body, { version: "aes128gcm", dh: keys.p256dh, authSecret: keys.auth, privateKey: own });
  return { body: encrypted, headers: { "content-type": "application/octet-stream", "content-encoding": "aes128gcm" } };
}

export interface PushRules {
  /** Whether loopback endpoints are allowed: only in personal mode, where no foreign client can name them. */
  mayCallLoopback: boolean;
  vapid: Vapid;
}

/** Returns the HTTP status. @throws Error where nothing responded, or where the URL is not allowed */
export function postPush(
  subscription: PushSubscriptionRecord,
  message: object,
  { mayCallLoopback, vapid }: PushRules,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(subscription.url);
  const { body, headers } = encode(Buffer.from(JSON.stringify(message)), subscription);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isOwn = mayCallLoopback && isLoopbackName(host);
  if (url.protocol !== "https:" && !isOwn) throw new Error(`${host} would be called without encryption`);
  if (isIP(host) && !isOwn && !isPublicAddress(host)) throw new Error(`${host} is an address inside a private network`);
  const options: RequestOptions = {
    method: "POST",
    timeout: TIMEOUT_MS,
    headers: {
      ...headers,
      "content-length": body.length,
      ttl: "86400",
      urgency: "normal",
      authorization: vapid.authorizationFor(url),
    },
    signal,
    // Every host other than this machine must resolve to a public address.
    ...(!isOwn && { lookup: publicLookup }),
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
