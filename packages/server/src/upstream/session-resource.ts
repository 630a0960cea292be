/** The session resource of a JMAP engine: RFC 8620 §2. Redirects are followed within its origin. */
import type { IncomingMessage } from "node:http";
import { CORE, expandUrl, type Session, WEB_SOCKET } from "@pismo/jmap";
import { CredentialRefused, NotOffered, UpstreamAway } from "./errors.ts";
import { type OriginClient, originOf } from "./origin-client.ts";

/** URLs of the session that are called with the person's credential. */
export const endpoints = ["apiUrl", "uploadUrl", "downloadUrl", "eventSourceUrl", "webSocketUrl"] as const;
export type Endpoint = (typeof endpoints)[number];

export interface UpstreamSession {
  /** As the engine gave it. */
  session: Session;
  /** Where it was found, after redirects: relative URLs begin there. */
  url: URL;
  /** What the engine offers under its own origin. */
  offered: ReadonlySet<Endpoint>;
  /** The absolute URL of an endpoint with its variables. @throws NotOffered */
  urlOf(endpoint: Endpoint, variables?: Readonly<Record<string, string>>): URL;
}

/** Whether the server has a capability itself; some of ours we keep for those that have not. */
export const offers = ({ capabilities }: Pick<Session, "capabilities">, capability: string): boolean =>
  capabilities[capability] !== undefined;

const MAX_REDIRECTS = 5;
/** Thousands of accounts. */
const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 20_000;

/** @throws UpstreamAway too long */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UpstreamAway("the session is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws UpstreamAway it is no session */
function parseSession(text: string): Session {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new UpstreamAway("the session is not JSON");
  }
  const isSession =
    isRecord(given) &&
    isRecord(given["capabilities"]) &&
    isRecord(given["capabilities"][CORE]) &&
    isRecord(given["accounts"]) &&
    Object.values(given["accounts"]).every(isRecord) &&
    typeof given["apiUrl"] === "string";
  if (!isSession) throw new UpstreamAway("the answer is no JMAP session");
  const { primaryAccounts, username, state, accounts = {} } = given as Partial<Session>;
  // Cyrus says null for an account without an inbox.
  const usable = Object.entries(accounts).map(([id, account]) => {
    const accountCapabilities = (account.accountCapabilities as unknown) ?? {};
    return [id, { ...account, accountCapabilities }] as const;
  });
  return {
    ...(given as Session),
    accounts: Object.fromEntries(usable) as Session["accounts"],
    primaryAccounts: primaryAccounts ?? {},
    username: username ?? "",
    state: state ?? "",
  };
}

/** Some engines give relative URLs, and leave out what they do not have. */
function endpointsOf(session: Session, base: URL): Map<Endpoint, string> {
  const webSocket = session.capabilities[WEB_SOCKET] as { url?: unknown } | undefined;
  const all = { ...session, webSocketUrl: webSocket?.url } as Partial<Record<Endpoint, unknown>>;
  return new Map(
    endpoints.flatMap((endpoint) => {
      const template = all[endpoint];
      return typeof template === "string" && template !== "" && URL.canParse(withoutVariables(template), base.href)
        ? [[endpoint, template] as const]
        : [];
    }),
  );
}

const withoutVariables = (template: string): string => template.replaceAll(/\{[^}]*\}/g, "x");

/** @param onForeign told of each URL of another origin, which is not used */
export function readSession(
  session: Session,
  base: URL,
  onForeign: (endpoint: Endpoint, origin: string) => void,
): UpstreamSession {
  const templates = endpointsOf(session, base);
  for (const [endpoint, template] of templates) {
    const url = new URL(withoutVariables(template), base);
    if (originOf(url) === base.origin) continue;
    templates.delete(endpoint);
    onForeign(endpoint, url.origin);
  }
  return {
    session,
    url: base,
    offered: new Set(templates.keys()),
    urlOf(endpoint, variables = {}) {
      const template = templates.get(endpoint);
      if (template === undefined) throw new NotOffered(`the engine has no ${endpoint}`);
      // A segment of dots would lead to another path.
      if (Object.values(variables).some((value) => /^\.{1,2}$/.test(value))) throw new NotOffered("not an id");
      const url = new URL(expandUrl(template, variables), base);
      if (originOf(url) !== base.origin) throw new NotOffered(`${url.origin} is not the configured origin`);
      return url;
    },
  };
}

export interface FetchOptions {
  client: OriginClient;
  /** The session resource, or what redirects to it. */
  url: URL;
  /** The value of the Authorization field. */
  authorization: string;
  /** IP address of the person's browser, for the limits and the log of the engine. */
  clientAddress?: string;
  onForeign: (endpoint: Endpoint, origin: string) => void;
}

/** @throws CredentialRefused, UpstreamAway */
export async function fetchSession(options: FetchOptions): Promise<UpstreamSession> {
  const { client, authorization, clientAddress, onForeign } = options;
  const headers = {
    accept: "application/json",
    authorization,
    ...(clientAddress && { "x-forwarded-for": clientAddress }),
  };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let { url } = options;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await client.send(url, { method: "GET", headers, signal }).catch(awayOrThrow);
    try {
      const { statusCode = 0, headers: answered } = response;
      if (statusCode >= 300 && statusCode < 400 && answered.location !== undefined) {
        const next = URL.parse(answered.location, url.href);
        if (!next || next.origin !== client.origin) {
          throw new UpstreamAway(
            `${url.href} redirects to ${next?.origin ?? "no URL"}, which is not the configured origin`,
          );
        }
        url = next;
        continue;
      }
      if (statusCode === 401 || statusCode === 403) throw new CredentialRefused(`status ${statusCode}`);
      if (statusCode !== 200) throw new UpstreamAway(`${url.href} answered with status ${statusCode}`);
      return readSession(parseSession(await textOf(response)), url, onForeign);
    } catch (error) {
      return awayOrThrow(error);
    } finally {
      response.destroy();
    }
  }
  throw new UpstreamAway(`${options.url.href}: too many redirects`);
}

/** Errors of the network while the body is read, and of the time limit. */
function awayOrThrow(error: unknown): never {
  if (error instanceof CredentialRefused || error instanceof UpstreamAway) throw error;
  throw new UpstreamAway((error as Error).message, { cause: error });
}
