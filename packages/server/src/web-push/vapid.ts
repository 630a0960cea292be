/** Identifies the sender of a push message to the push service: VAPID (RFC 8292), in JMAP by RFC 9749. */
import { createECDH, createPrivateKey, hash, type KeyObject, sign } from "node:crypto";

/** RFC 8292 §2 allows a day. */
const LIFETIME_SECONDS = 12 * 60 * 60;
/** Before its expiry a token is renewed. */
const RENEW_AHEAD_SECONDS = 60 * 60;
/** Services whose tokens are cached. */
const MAX_CACHED = 100;

export interface Vapid {
  /** The public key as PushManager.subscribe takes it: uncompressed, in base64url (RFC 9749 §3). */
  readonly applicationServerKey: string;
  /** The Authorization field for a message to this address (RFC 8292 §3). */
  authorizationFor(url: URL): string;
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");

/** @param seed 32 octets; the same seed gives the same key. One seed in 2^32 is no key of the curve: the next is tried. */
function keyPair(seed: Uint8Array): { publicKey: Buffer; privateKey: KeyObject } {
  const curve = createECDH("prime256v1");
  try {
    curve.setPrivateKey(seed);
  } catch {
    return keyPair(hash("sha256", seed, "buffer"));
  }
  const publicKey = curve.getPublicKey();
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)].map(base64url);
  const jwk = { kty: "EC", crv: "P-256", d: base64url(seed), x: x!, y: y! };
  return { publicKey, privateKey: createPrivateKey({ key: jwk, format: "jwk" }) };
}

/**
 * @param seed 32 secret octets
 * @param contact of the administrator, a mailto: or https: URL, for the operator of the service
 */
export function createVapid(seed: Uint8Array, contact: string | undefined): Vapid {
  const { publicKey, privateKey } = keyPair(seed);
  const applicationServerKey = base64url(publicKey);
  const tokens = new Map<string, { token: string; exp: number }>();

  function tokenFor(aud: string): string {
    const now = Math.floor(Date.now() / 1000);
    const cached = tokens.get(aud);
    if (cached && cached.exp - now > RENEW_AHEAD_SECONDS) return cached.token;
    const exp = now + LIFETIME_SECONDS;
    const claims = { aud, exp, ...(contact !== undefined && { sub: contact }) };
    const text = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => base64url(JSON.stringify(part))).join(".");
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" });
    const token = `${text}.${base64url(signature)}`;
    if (tokens.size >= MAX_CACHED) tokens.clear();
    tokens.set(aud, { token, exp });
    return token;
  }

  return {
    applicationServerKey,
    authorizationFor: ({ origin }) => `vapid t=${tokenFor(origin)}, k=${applicationServerKey}`,
  };
}
