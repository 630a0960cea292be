/** SCRAM (RFC 5802, RFC 7677): the password does not leave, and the server shows that it knows it. */
import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { SignInNeeded } from "../imap/connection/errors.ts";
import { MAX_ITERATIONS, MIN_ITERATIONS } from "./limits.ts";

export type ScramHash = "sha1" | "sha256";

const derive = promisify(pbkdf2);
const hashLength: Record<ScramHash, number> = { sha1: 20, sha256: 32 };

const hmac = (hash: ScramHash, key: Uint8Array, text: string): Buffer => createHmac(hash, key).update(text).digest();

/** "r=…,s=…,i=…" */
const attributesOf = (message: string): Map<string, string> =>
  new Map(message.split(",").map((each) => [each.slice(0, 1), each.slice(2)]));

/** RFC 5802 §5.1 */
const saslName = (name: string): string => name.replaceAll("=", "=3D").replaceAll(",", "=2C");

export class Scram {
  readonly #hash: ScramHash;
  readonly #password: string;
  readonly #bare: string;
  readonly #nonce = randomBytes(24).toString("base64");
  #signature: Buffer | undefined;

  constructor(hash: ScramHash, username: string, password: string) {
    this.#hash = hash;
    // RFC 4013 is NFKC with prohibitions; a server that has stored the password knows those.
    this.#password = password.normalize("NFKC");
    this.#bare = `n=${saslName(username.normalize("NFKC"))},r=${this.#nonce}`;
  }

  get first(): string {
    return `n,,${this.#bare}`;
  }

  /** @throws SignInNeeded the server's words are none of SCRAM */
  async answer(challenge: string): Promise<string> {
    const attributes = attributesOf(challenge);
    const nonce = attributes.get("r") ?? "";
    const iterations = Number(attributes.get("i"));
    const salt = Buffer.from(attributes.get("s") ?? "", "base64");
    const isBounded = Number.isInteger(iterations) && iterations >= MIN_ITERATIONS && iterations <= MAX_ITERATIONS;
    if (!nonce.startsWith(this.#nonce) || nonce.length <= this.#nonce.length || salt.length === 0 || !isBounded)
      throw new SignInNeeded("the server does not speak SCRAM as it should");
    const hash = this.#hash;
    const salted = await derive(this.#password, salt, iterations, hashLength[hash], hash);
    const clientKey = hmac(hash, salted, "Client Key");
    const withoutProof = `c=biws,r=${nonce}`;
    const message = `${this.#bare},${challenge},${withoutProof}`;
    const signature = hmac(hash, createHash(hash).update(clientKey).digest(), message);
    this.#signature = hmac(hash, hmac(hash, salted, "Server Key"), message);
    const proof = clientKey.map((octet, index) => octet ^ signature[index]!);
    return `${withoutProof},p=${Buffer.from(proof).toString("base64")}`;
  }

  /** Whether the server knows the password, too. */
  isServer(final: string): boolean {
    const given = Buffer.from(attributesOf(final).get("v") ?? "", "base64");
    return this.#signature?.length === given.length && timingSafeEqual(this.#signature, given);
  }
}
