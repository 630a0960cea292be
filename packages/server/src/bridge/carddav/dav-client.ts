/** WebDAV requests with a person's name and password. Redirects are left to the caller. */
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Config } from "../../config.ts";
import { DigestAnswers, digestChallenge, mayBeBasic, takesNoPassword } from "./digest.ts";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";
import { readMultistatus, type Multistatus } from "./multistatus.ts";
import { DavError, DavRefusal } from "./problems.ts";

export interface DavLogin {
  username: string;
  password: string;
}

export interface DavRules {
  /** On a server for several people: none of them reaches its own network through us. */
  isPublicOnly: boolean;
}

export const davRules = ({ mode }: Pick<Config, "mode">): DavRules => ({ isPublicOnly: mode === "hosted" });

export interface DavRequest {
  method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
}

export interface DavAnswer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/** How a server is shown the name and the password. */
interface Way {
  authorization(method: string, target: string): string;
  hasWorked: boolean;
}

/** Given without a name: it may be what anyone sees, and cards that are missing there would be deleted here. */
const isOfAnyone = ({ status }: DavAnswer): boolean => (status >= 200 && status < 300) || status === 403;

/** None, Basic, Digest. */
const MAX_TRIES = 3;
const TIMEOUT_MS = 300_000;
/** Without an octet: some servers read every card before they answer. */
const IDLE_MS = 60_000;
/** A list of 100,000 cards, or fifty cards with pictures. */
const MAX_CHARS = 100_000_000;
/** On another port may be a service that reads HTTP as its own commands. */
const publicPorts = new Set(["", "443", "8443"]);

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** A password goes in plain text within this machine alone. @throws DavError */
export function assertAllowed(url: URL, { isPublicOnly }: DavRules): void {
  const isPlain = url.protocol === "http:" && isLoopback(url.hostname) && !isPublicOnly;
  if (url.protocol !== "https:" && !isPlain) throw new DavError("plain", `${url.origin} is not encrypted`);
  if (!isPublicOnly) return;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!publicPorts.has(url.port)) throw new DavError("unreachable", `port ${url.port}`);
  if (isIP(host) && !isPublicAddress(host)) throw new DavError("unreachable", `${host} is inside a private network`);
}

async function readAll(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let chars = 0;
  for await (const chunk of response) {
    const part = decoder.decode(chunk as Buffer, { stream: true });
    chars += part.length;
    if (chars > MAX_CHARS) throw new DavError("unreachable", "The answer is too large");
    parts.push(part);
  }
  // Without its end a list would look like one that names fewer cards.
  if (!response.complete) throw new DavError("unreachable", "The answer ended early");
  return parts.join("") + decoder.decode();
}

/** Keeps its connections until it is closed. */
export class DavClient {
  readonly #login: DavLogin;
  readonly #basic: Way;
  readonly #rules: DavRules;
  readonly #signal: AbortSignal;
  /** By origin, as it has asked: a server that takes Digest alone never gets the password itself. */
  readonly #ways = new Map<string, Way>();
  readonly #agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };

  constructor(login: DavLogin, rules: DavRules, signal: AbortSignal) {
    this.#login = login;
    const basic = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString("base64")}`;
    this.#basic = { authorization: () => basic, hasWorked: false };
    this.#rules = rules;
    this.#signal = signal;
  }

  /** Any answer. @throws DavError wrongPassword, noPassword; of the network */
  async ask(url: URL, asked: DavRequest): Promise<DavAnswer> {
    assertAllowed(url, this.#rules);
    let way = this.#ways.get(url.origin);
    let answer = await this.#askOnce(url, asked, way);
    for (let tries = 1; tries < MAX_TRIES && this.#findsAnother(url, answer, way); tries++) {
      way = this.#ways.get(url.origin);
      answer = await this.#askOnce(url, asked, way);
    }
    const { status, headers } = answer;
    if (status === 401 && takesNoPassword(headers["www-authenticate"]))
      throw new DavError("noPassword", `${url.host} takes no passwords`);
    if (status === 401) throw new DavError("wrongPassword", `${url.host} refuses the name or the password`);
    if (way) way.hasWorked = true;
    if (status === 429 || status === 503) throw new DavError("unreachable", `${url.host} is busy: HTTP ${status}`);
    return answer;
  }

  /**
   * Whether the request is worth another try: the server has said how it asks, or its nonce has grown old. Some servers do
   * not say the latter.
   */
  #findsAnother({ origin }: URL, answer: DavAnswer, tried: Way | undefined): boolean {
    const found =
      answer.status === 401 ? this.#wayAfter(origin, answer, tried) : !tried && isOfAnyone(answer) && this.#basic;
    if (!found) return false;
    this.#ways.set(origin, found);
    return true;
  }

  /** @param tried what was refused */
  #wayAfter(origin: string, { headers }: DavAnswer, tried: Way | undefined): Way | undefined {
    const field = headers["www-authenticate"];
    const known = this.#ways.get(origin);
    // Another request has found it by now.
    if (known !== tried) return known;
    if (!tried && mayBeBasic(field)) return this.#basic;
    const challenge = digestChallenge(field);
    const isRefused = tried !== undefined && tried !== this.#basic && !tried.hasWorked;
    return challenge && (!isRefused || challenge.isStale) ? new DigestAnswers(this.#login, challenge) : undefined;
  }

  async #askOnce(url: URL, { method, headers = {}, body }: DavRequest, way: Way | undefined): Promise<DavAnswer> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const isPlain = url.protocol === "http:";
      const request = (isPlain ? httpRequest : httpsRequest)(
        url,
        {
          method,
          agent: this.#agents[isPlain ? "http:" : "https:"],
          signal,
          timeout: IDLE_MS,
          headers: {
            ...(way && { authorization: way.authorization(method, url.pathname + url.search) }),
            "user-agent": "Pismo",
            ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
            ...headers,
          },
          ...(this.#rules.isPublicOnly && { lookup: publicLookup }),
        },
        resolve,
      );
      request.on("timeout", () => request.destroy(new DavError("unreachable", `${url.host} does not answer`)));
      request.on("error", reject);
      // Octets: node:http encodes the header as it does the text that it is sent with.
      request.end(body === undefined ? undefined : Buffer.from(body));
    });
    return { status: response.statusCode ?? 0, headers: response.headers, text: await readAll(response) };
  }

  /** @throws DavRefusal any other answer than a multistatus; DavError; of the network */
  async list(url: URL, method: "PROPFIND" | "REPORT", depth: "0" | "1", body: string): Promise<Multistatus> {
    const answer = await this.ask(url, { method, body, headers: { depth, "content-type": "application/xml" } });
    if (answer.status !== 207) throw new DavRefusal(answer.status, answer.text);
    return readMultistatus(answer.text);
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}
