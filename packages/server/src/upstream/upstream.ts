/**
 * The JMAP engine behind us: people sign in there, and their requests go there with their own credential. Of it nothing
 * is stored here but that credential, sealed, in the row of the browser's session.
 */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { type Id, MAIL } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { accountOfUpstreamLogin } from "../store/auth/upstream-logins.ts";
import type { Vault } from "../store/auth/vault.ts";
import type { Store } from "../store/db/store.ts";
import { type OAuthTokens, sealTokens } from "../store/auth/oauth-grants.ts";
import type { SealedGrant } from "../store/auth/browser-sessions.ts";
import { newSecret } from "../store/auth/secrets.ts";
import { authorizationOf, type Credential, credentialsFor, openCredential, sealCredential } from "./credential.ts";
import { CredentialRefused, UpstreamAway } from "./errors.ts";
import { createOriginClient } from "./origin-client.ts";
import { repeatable } from "./repeatable-body.ts";
import { type Endpoint, fetchSession, type UpstreamSession } from "./session-resource.ts";
import { createSessionTokens, type Renew } from "./tokens.ts";

/** Whose request it is. */
export interface UpstreamPerson {
  /** Ours, not the engine's. */
  accountId: Id;
  /** Sealed. */
  credential: string;
  /** Of the session resource, where each person has a server of their own (remote-accounts.ts). */
  url?: string;
}

/** Requests in people's names. */
export interface UpstreamCalls {
  /** Such as "https://jmap.example.org". */
  originFor(person: UpstreamPerson): string;
  /** @param isFresh asks the engine even where the answer is known. @throws CredentialRefused, UpstreamAway */
  session(person: UpstreamPerson, isFresh?: boolean): Promise<UpstreamSession>;
  /** @throws NotOffered, CredentialRefused, UpstreamAway, what the body's stream throws */
  call(person: UpstreamPerson, endpoint: Endpoint, call: UpstreamCall): Promise<IncomingMessage>;
  close(): void;
}

export interface UpstreamCall {
  method: "GET" | "POST";
  /** For the URL template. */
  variables?: Readonly<Record<string, string>>;
  /** All but Authorization. */
  headers: Record<string, string>;
  body?: Readable | string | Uint8Array;
  signal: AbortSignal;
}

export interface Upstream extends UpstreamCalls {
  /** A credential check for sign-ins (auth/sign-in.ts). @throws UpstreamAway */
  check(
    username: string,
    password: string,
    clientAddress: string,
  ): Promise<{ accountId: Id; credential: string } | undefined>;
  /** For a person whom a provider has signed in. @throws CredentialRefused, UpstreamAway */
  admit(provider: string, tokens: OAuthTokens): Promise<{ accountId: Id; credential: string; grant: SealedGrant }>;
  /** For a connection that is no request of ours. @throws NotOffered, CredentialRefused, UpstreamAway */
  webSocket(person: UpstreamPerson): Promise<{ url: URL; headers: Record<string, string> }>;
}

export interface UpstreamOptions {
  /** Of the session resource; without a path its well-known place. */
  url: URL;
  store: Store;
  vault: Vault;
  /** For people whom the engine names without a domain. */
  domain: string;
  log: Logger;
  /** Renews the tokens of providers; left out: people sign in without one. */
  renew?: Renew;
}

/** URLs of a session hardly ever change. */
const SESSION_MS = 5 * 60_000;
/** A credential that was refused is not sent again for so long: engines lock people out after a few. */
const REFUSED_MS = 60_000;
const MAX_SESSIONS = 2000;

/** RFC 8620 §2.2. */
export const sessionUrlOf = (url: URL): URL => (url.pathname === "/" ? new URL("/.well-known/jmap", url) : url);

interface Known {
  until: number;
  session: Promise<UpstreamSession>;
}

export function createUpstream({ url: given, store, vault, domain, log, renew }: UpstreamOptions): Upstream {
  const client = createOriginClient(given.origin);
  const url = sessionUrlOf(given);
  /** By sealed credential, which is another for each sign-in. The oldest is first. */
  const known = new Map<string, Known>();
  const reported = new Set<string>();

  function onForeign(endpoint: Endpoint, origin: string): void {
    const key = `${endpoint} ${origin}`;
    if (reported.has(key) || reported.size > 100) return;
    reported.add(key);
    log.warn("A URL of the JMAP session is of another origin and is not used: credentials go to the configured one", {
      endpoint,
      origin,
      configured: client.origin,
    });
  }

  const tokens = renew && createSessionTokens({ store, vault, log, renew });

  const fetchFor = (authorization: string, clientAddress?: string): Promise<UpstreamSession> =>
    fetchSession({ client, url, authorization, onForeign, ...(clientAddress && { clientAddress }) });

  /** @throws CredentialRefused */
  function credentialOf({ credential, accountId }: UpstreamPerson): Credential {
    const opened = openCredential(credential, accountId, vault);
    if (!opened) throw new CredentialRefused("sealed with another key");
    return opened;
  }

  const isOfProvider = (person: UpstreamPerson): boolean => credentialOf(person).scheme === "oauth";

  /** @param refused a provider's token that the engine has refused @throws CredentialRefused, UpstreamAway */
  async function authorizationFor(person: UpstreamPerson, refused?: string): Promise<string> {
    const credential = credentialOf(person);
    if (credential.scheme !== "oauth") return authorizationOf(credential);
    if (!tokens) throw new CredentialRefused("no provider is set up here any more");
    return authorizationOf({ scheme: "bearer", token: await tokens.of(person, refused) });
  }

  /** Once more with a renewed token where the engine refuses a provider's. @throws CredentialRefused, UpstreamAway */
  async function authorized<T>(person: UpstreamPerson, work: (authorization: string) => Promise<T>): Promise<T> {
    const authorization = await authorizationFor(person);
    try {
      return await work(authorization);
    } catch (error) {
      if (!(error instanceof CredentialRefused) || !isOfProvider(person)) throw error;
      return work(await authorizationFor(person, authorization.slice("Bearer ".length)));
    }
  }

  /** @returns undefined: the engine does not say whose it is */
  async function accountOf(found: UpstreamSession): Promise<Id | undefined> {
    const name = nameOf(found);
    if (name === undefined) return undefined;
    const email = name.includes("@") ? name : `${name}@${domain}`;
    return store.write((tx) => accountOfUpstreamLogin(tx, { origin: client.origin, username: name }, email));
  }

  function remember(key: string, fetched: Promise<UpstreamSession>): void {
    const entry: Known = { until: Date.now() + SESSION_MS, session: fetched };
    known.delete(key);
    known.set(key, entry);
    const [oldest] = known.keys();
    if (known.size > MAX_SESSIONS && oldest !== undefined) known.delete(oldest);
    fetched.catch((error: unknown) => {
      if (error instanceof CredentialRefused) entry.until = Date.now() + REFUSED_MS;
      else if (known.get(key) === entry) known.delete(key);
    });
  }

  function refuse(key: string): void {
    remember(key, Promise.reject(new CredentialRefused("refused with a request")));
  }

  async function session(person: UpstreamPerson, isFresh = false): Promise<UpstreamSession> {
    credentialOf(person);
    const before = known.get(person.credential);
    if (before && before.until > Date.now()) {
      const current = await before.session.catch((error: unknown) => {
        if (error instanceof CredentialRefused) throw error;
      });
      if (current && !isFresh) return current;
    }
    const fetched = authorized(person, fetchFor);
    remember(person.credential, fetched);
    return fetched;
  }

  return {
    originFor: () => client.origin,
    async check(username, password, clientAddress) {
      for (const credential of credentialsFor(username, password)) {
        const found = await fetchFor(authorizationOf(credential), clientAddress).catch((error: unknown) => {
          if (error instanceof CredentialRefused) return undefined;
          throw error;
        });
        if (!found) continue;
        const accountId = await accountOf(found);
        if (accountId === undefined) continue;
        const sealed = sealCredential(credential, accountId, vault);
        remember(sealed, Promise.resolve(found));
        return { accountId, credential: sealed };
      }
      return undefined;
    },
    async admit(provider, granted) {
      const found = await fetchFor(authorizationOf({ scheme: "bearer", token: granted.accessToken }));
      const accountId = await accountOf(found);
      if (accountId === undefined) throw new CredentialRefused("the engine does not say whose the token is");
      const credential = sealCredential({ scheme: "oauth", grant: newSecret() }, accountId, vault);
      remember(credential, Promise.resolve(found));
      return { accountId, credential, grant: { provider, tokens: sealTokens(granted, accountId, vault) } };
    },
    session,
    async call(person, endpoint, { method, variables, headers, body, signal }) {
      const { urlOf } = await session(person);
      const sent = isOfProvider(person) ? await repeatable(body, headers["content-length"]) : body;
      let isRead = false;
      const send = async (authorization: string): Promise<IncomingMessage> => {
        if (isRead) throw new UpstreamAway("the token was renewed while a long request was sent");
        isRead = sent instanceof Readable;
        const response = await client.send(urlOf(endpoint, variables), {
          method,
          headers: { ...headers, authorization },
          ...(sent !== undefined && { body: sent }),
          signal,
        });
        if (response.statusCode !== 401) return response;
        response.destroy();
        throw new CredentialRefused("status 401");
      };
      try {
        return await authorized(person, send);
      } catch (error) {
        if (error instanceof CredentialRefused) refuse(person.credential);
        throw error;
      }
    },
    async webSocket(person) {
      const { urlOf } = await session(person);
      return { url: urlOf("webSocketUrl"), headers: { authorization: await authorizationFor(person) } };
    },
    close: () => client.close(),
  };
}

/** Who signed in, by the engine's word and no one else's: what was typed proves nothing. */
export function nameOf({ session: { username, primaryAccounts } }: UpstreamSession): string | undefined {
  return username || primaryAccounts[MAIL];
}
