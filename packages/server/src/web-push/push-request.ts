/** Posts to a push endpoint: RFC 8620 §7.2, RFC 8030. The URL comes from a client, so it is not trusted. */
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { createECDH, type ECDH } from "node:crypto";
import { createRequire } from "node:module";
import type { PushSubscriptionRecord } from "../store/auth/push-subscriptions.ts";
import { isLoopbackName } from "../auth/request-origin.ts";
import type { Vapid } from "./vapid.ts";
import { isPublicAddress, publicLookup } from "../net/public-address.ts";

/** The package has no types. */
const { encrypt } = createRequire(import.meta.url)("http_ece") as {
  encrypt(content: Buffer, options: { version: "aes128gcm"; dh: string; authSecret: string; privateKey: ECDH }): Buffer;
};

const TIMEOUT_MS = 10_000;
/** What could not be given to a browser within a day is of no use. */
const TTL_SECONDS = 24 * 60 * 60;
/** A service that asks for a longer pause is asked again after this one. */
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

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

export interface PushAnswer {
  status: number;
  /** RFC 9110 §10.2.3: the pause that the service asks for. */
  retryAfterMs: number;
}

/** @param topic a message that waits at the service is replaced by one with the same topic (RFC 8030 §5.4) */
export interface PushOptions {
  signal: AbortSignal;
  topic?: string;
}

/** Permanent refusals of a push service; 408, 425 and 429 are temporary. */
export const isFinal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

function retryAfterOf(value: string | undefined): number {
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) * 1000 : 0;
}

/** @throws Error where nothing responded, or where the URL is not allowed */
export function postPush(
  subscription: PushSubscriptionRecord,
  message: object,
  { mayCallLoopback, vapid }: PushRules,
  { signal, topic }: PushOptions,
): Promise<PushAnswer> {
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
      ttl: String(TTL_SECONDS),
      urgency: "normal",
      ...(topic !== undefined && { topic }),
      authorization: vapid.authorizationFor(url),
    },
    // Of the whole answer: one that drips never is silent.
    signal: AbortSignal.any([signal, AbortSignal.timeout(3 * TIMEOUT_MS)]),
    // Every host other than this machine must resolve to a public address.
    ...(!isOwn && { lookup: publicLookup }),
  };
  return new Promise((resolve, reject) => {
    const post = (url.protocol === "http:" ? httpRequest : httpsRequest)(url, options, (response) => {
      response.on("error", () => undefined).resume();
      resolve({ status: response.statusCode ?? 0, retryAfterMs: retryAfterOf(response.headers["retry-after"]) });
    });
    post.on("timeout", () => post.destroy(new Error("The push service did not answer")));
    post.on("error", reject);
    post.end(body);
  });
}
