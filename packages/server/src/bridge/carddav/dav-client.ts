/** WebDAV requests with a person's name and password, or a token. Redirects are left to the caller. */
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import type { Config } from "../../config.ts";
import { isPublicAddress, publicLookup } from "../../net/public-address.ts";
import { readMultistatus, type Multistatus } from "./multistatus.ts";
import { DavError, DavRefusal } from "./problems.ts";
import {
  byPassword,
  byToken,
  type DavAnswer,
  type DavGrant,
  type DavLogin,
  type DavSignIn,
  type Way,
} from "./sign-in.ts";

export interface DavRules {
  /** On a server for several people: none of them reaches its own network through us. */
  isPublicOnly: boolean;
}

/** A provider's server is named by the administrator. */
export const grantRules: DavRules = { isPublicOnly: false };

export const davRules = ({ mode }: Pick<Config, "mode">): DavRules => ({ isPublicOnly: mode === "hosted" });

export interface DavRequest {
  method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: string;
}

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
  readonly #signIn: DavSignIn;
  readonly #rules: DavRules;
  readonly #signal: AbortSignal;
  readonly #agents = { "http:": new HttpAgent({ keepAlive: true }), "https:": new HttpsAgent({ keepAlive: true }) };

  constructor(login: DavLogin | DavGrant, rules: DavRules, signal: AbortSignal) {
    this.#signIn = "token" in login ? byToken(login) : byPassword(login);
    this.#rules = rules;
    this.#signal = signal;
  }

  /** Any answer. @throws DavError as the sign-in does; SignInNeeded, Offline of a token; of the network */
  async ask(url: URL, asked: DavRequest): Promise<DavAnswer> {
    assertAllowed(url, this.#rules);
    const answer = await this.#signIn(url, (way) => this.#askOnce(url, asked, way));
    if (answer.status === 429 || answer.status === 503)
      throw new DavError("unreachable", `${url.host} is busy: HTTP ${answer.status}`);
    return answer;
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
