/** HTTP Digest (RFC 7616): servers that take no Basic are shown that the password is known, and not the password. */
import { createHash, randomBytes } from "node:crypto";

/** The first that is offered is taken (§3.7). What SHA-512-256 means some servers read in another way (erratum 4897). */
const hashes = { "SHA-256": "sha256", "SHA-512-256": "sha512-256", MD5: "md5" } as const;
type Algorithm = keyof typeof hashes;
const algorithms = Object.keys(hashes) as Algorithm[];

export interface DigestChallenge {
  /** A character is an octet of the field, here and in the others: they are hashed and sent back as they came. */
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: Algorithm;
  /** "-sess" (§3.4.2). */
  isSession: boolean;
  /** The nonce was too old: name and password may be right (§3.3). */
  isStale: boolean;
  /** The server wants the name as a hash (§3.4.4). */
  hidesName: boolean;
}

type Params = Record<string, string>;

/** The challenges of a WWW-Authenticate field: scheme and parameters (RFC 9110 §11.6.1). */
function challengesIn(field: string): { scheme: string; params: Params }[] {
  const found: { scheme: string; params: Params }[] = [];
  const token = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;
  for (const [, name = "", quoted, bare] of field.matchAll(token)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? bare;
    if (value === undefined) found.push({ scheme: name.toLowerCase(), params: {} });
    else if (found.length > 0) found.at(-1)!.params[name.toLowerCase()] = value;
  }
  return found;
}

function read({ realm, nonce, opaque, algorithm = "MD5", qop = "", stale, userhash }: Params): DigestChallenge[] {
  const [, name = "", session] = /^(.*?)(-sess)?$/i.exec(algorithm)!;
  const known = algorithms.find((each) => each === name.toUpperCase());
  // Without `auth` there is only what the first version of 1997 had, or a hash of the body.
  const hasAuth = qop.split(",").some((each) => each.trim().toLowerCase() === "auth");
  if (realm === undefined || nonce === undefined || !known || !hasAuth) return [];
  const [isStale, hidesName] = [stale, userhash].map((flag) => flag?.toLowerCase() === "true") as [boolean, boolean];
  return [{ realm, nonce, opaque, algorithm: known, isSession: session !== undefined, isStale, hidesName }];
}

/** The best of those that are offered; undefined: none that we speak. */
export function digestChallenge(field: string | undefined): DigestChallenge | undefined {
  const offered = challengesIn(field ?? "").flatMap(({ scheme, params }) => (scheme === "digest" ? read(params) : []));
  return algorithms.flatMap((algorithm) => offered.find((each) => each.algorithm === algorithm) ?? [])[0];
}

/** Whether a refusal offers Basic, or says nothing. */
export function mayBeBasic(field: string | undefined): boolean {
  const schemes = challengesIn(field ?? "").map(({ scheme }) => scheme);
  return schemes.length === 0 || schemes.includes("basic");
}

/** Whether a refusal names ways to sign in, and none of them is by a password that is known to us. */
export function takesNoPassword(field: string | undefined): boolean {
  const schemes = challengesIn(field ?? "").map(({ scheme }) => scheme);
  return schemes.length > 0 && !schemes.includes("basic") && !schemes.includes("digest");
}

/** As UTF-8, a character an octet (§4). */
const octetsOf = (text: string): string => Buffer.from(text).toString("latin1");

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** What answers one challenge, for all requests until the server sends another. */
export class DigestAnswers {
  readonly #login: { username: string; password: string };
  readonly #challenge: DigestChallenge;
  readonly #clientNonce: string;
  #count = 0;
  /** The server has taken one: it knows name and password. */
  hasWorked = false;

  constructor(
    login: { username: string; password: string },
    challenge: DigestChallenge,
    clientNonce = randomBytes(16).toString("base64url"),
  ) {
    this.#login = login;
    this.#challenge = challenge;
    this.#clientNonce = clientNonce;
  }

  /** @param parts a character is an octet */
  #hash(...parts: readonly string[]): string {
    return createHash(hashes[this.#challenge.algorithm]).update(parts.join(":"), "latin1").digest("hex");
  }

  /** §3.4.4: the name as a hash, in quotes, or encoded where it is not ASCII. */
  #name(): string {
    const { username } = this.#login;
    if (this.#challenge.hidesName)
      return `username=${quoted(this.#hash(octetsOf(username), this.#challenge.realm))}, userhash=true`;
    if (/^[\x20-\x7e]*$/.test(username)) return `username=${quoted(username)}`;
    const encoded = encodeURIComponent(username).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
    return `username*=UTF-8''${encoded}`;
  }

  /** The Authorization field of a request. @param target as the request's first line has it */
  authorization(method: string, target: string): string {
    const { realm, nonce, opaque, algorithm, isSession } = this.#challenge;
    const { username, password } = this.#login;
    const count = (++this.#count).toString(16).padStart(8, "0");
    const own = this.#hash(octetsOf(username), realm, octetsOf(password));
    const secret = isSession ? this.#hash(own, nonce, this.#clientNonce) : own;
    const response = this.#hash(secret, nonce, count, this.#clientNonce, "auth", this.#hash(method, target));
    const parts = [
      this.#name(),
      `realm=${quoted(realm)}`,
      `uri=${quoted(target)}`,
      `algorithm=${algorithm}${isSession ? "-sess" : ""}`,
      `nonce=${quoted(nonce)}`,
      `nc=${count}`,
      `cnonce=${quoted(this.#clientNonce)}`,
      "qop=auth",
      `response=${quoted(response)}`,
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ];
    return `Digest ${parts.join(", ")}`;
  }
}
