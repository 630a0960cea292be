/**
 * Who may call. Two ways in: the browser on this machine, by the session cookie that it got with the page; anybody
 * else by a token, as Bearer or as the password of HTTP Basic. docs/decisions/0008-who-may-call.md has the reasons.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { listAccounts } from "../store/accounts.ts";
import { browserCredential } from "../store/browser-sessions.ts";
import { hashOf } from "../store/secrets.ts";
import type { Store } from "../store/store.ts";
import { credentialOf, findToken, noteTokenUse, type TokenRecord } from "../store/tokens.ts";
import { createAttempts } from "./attempts.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import type { IssuedSession } from "./browser-sessions.ts";
import { parseAuthorization } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { isLoopback, isLoopbackHost, isSimplePost, siteOf } from "./place.ts";
import type { OwnNames, RequestFacts } from "./place.ts";

/** Whoever was let in. */
export interface Caller {
  /** The same for all requests of one token, and for all browsers on this machine. */
  id: string;
  username: string;
  /** The accounts that may be used; the first is the primary one. */
  accountIds: readonly Id[];
}

/** A request that is not let in. `challenges` are values for WWW-Authenticate. */
export class SignInError extends Error {
  readonly status: 401 | 403 | 429;
  readonly challenges: readonly string[];
  /** Seconds, with 429. */
  readonly retryAfter: number | undefined;
  constructor(status: 401 | 403 | 429, detail: string, challenges: readonly string[] = [], retryAfter?: number) {
    super(detail);
    this.name = "SignInError";
    this.status = status;
    this.challenges = challenges;
    this.retryAfter = retryAfter;
  }
}

export interface Authenticator {
  /** @throws SignInError */
  authenticate(facts: RequestFacts): Promise<Caller>;
  /** A new session for a browser on this machine that has none, or an old one; undefined: nothing to set. */
  openBrowserSession(facts: RequestFacts): Promise<IssuedSession | undefined>;
  /** Whether the page may be shown without a token. */
  isPersonalBrowser(facts: RequestFacts): boolean;
}

export function createAuthenticator(store: Store, names: OwnNames, log: Logger): Authenticator {
  const attempts = createAttempts();
  const sessions = createBrowserSessions(store, log);
  /** Tokens that were good before are not shut out when a neighbour behind the same address guesses. */
  const proven = new Set<string>();

  async function byToken(facts: RequestFacts, credentials: Credentials | undefined): Promise<Caller> {
    const hash = credentials && hashOf(credentials.secret);
    const wait = attempts.waitFor(facts.peer);
    if (wait > 0 && !(hash && proven.has(hash))) {
      throw new SignInError(429, "Too many failed attempts: wait before the next one.", [], wait);
    }
    const token = credentials && (await store.read((reader) => findToken(reader, credentials.secret)));
    if (!hash || !token) {
      attempts.failed(facts.peer);
      log.warn("sign-in refused", { peer: facts.peer });
      throw new SignInError(401, "The token is not known here: it may have been revoked.", challengesFor(facts));
    }
    proven.add(hash);
    await noteUse(token);
    return callerOf(store, credentialOf(token.id), token.accountId, credentials.username);
  }

  /** To the hour: not every request should write. */
  async function noteUse({ id, lastUsedAt }: TokenRecord): Promise<void> {
    const now = new Date();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < 3_600_000) return;
    // A full disk must not keep anybody from reading.
    await store
      .write((tx) => noteTokenUse(tx, id, now))
      .catch((error: unknown) => log.warn("the use of a token could not be noted", { error }));
  }

  function mayUseCookie(facts: RequestFacts): boolean {
    return isPersonalBrowser(facts) && siteOf(facts, names) !== "foreign";
  }

  /** Not where a proxy is set up: one that hides that it is there would make everybody a neighbour of the server. */
  function isPersonalBrowser(facts: RequestFacts): boolean {
    const isDirect = names.publicUrl === undefined && !facts.isForwarded;
    return isDirect && isLoopback(facts.peer) && isLoopbackHost(facts, names);
  }

  /** A picture or a frame in a page of another site: its browser keeps no cookie of ours, so each would be a new one. */
  function isInPassing(facts: RequestFacts): boolean {
    return siteOf(facts, names) === "foreign" && facts.fetchDest !== "document";
  }

  return {
    isPersonalBrowser,

    async authenticate(facts) {
      const isForeign = facts.origin !== undefined && siteOf(facts, names) === "foreign";
      if (facts.authorization !== undefined) {
        const credentials = parseAuthorization(facts.authorization);
        // A browser adds remembered Basic credentials by itself, but then it asks nobody whether the page may send this.
        if (isForeign && credentials?.scheme !== "bearer" && isSimplePost(facts)) throw foreignSite();
        return byToken(facts, credentials);
      }
      if (isForeign) throw foreignSite();
      if (facts.sessionSecret !== undefined && mayUseCookie(facts)) {
        const session = await sessions.find(facts.sessionSecret);
        if (session) return callerOf(store, browserCredential, null);
      }
      throw new SignInError(401, "A token is needed: `pismo token create` makes one.", challengesFor(facts));
    },

    async openBrowserSession(facts) {
      return isPersonalBrowser(facts) && !isInPassing(facts) ? sessions.renew(facts.sessionSecret) : undefined;
    },
  };
}

const foreignSite = () => new SignInError(403, "Pages of other sites may not call Pismo without a token.");

/** Not Basic for a page's own fetch: the browser would open its password window over the page. */
function challengesFor({ fetchMode }: RequestFacts): string[] {
  const bearer = 'Bearer realm="Pismo"';
  const isScript = fetchMode !== undefined && fetchMode !== "navigate";
  return isScript ? [bearer] : [bearer, 'Basic realm="Pismo", charset="UTF-8"'];
}

/** @param username an address of the caller's choice: where it is a mailbox that may be used, it becomes the primary */
async function callerOf(store: Store, id: string, scope: Id | null, username?: string): Promise<Caller> {
  const accounts = (await store.read(listAccounts)).filter((account) => scope === null || account.id === scope);
  const chosen = accounts.find(({ email }) => email.toLowerCase() === username?.toLowerCase());
  const ordered = chosen ? [chosen, ...accounts.filter((account) => account !== chosen)] : accounts;
  return { id, username: ordered[0]?.email ?? "", accountIds: ordered.map((account) => account.id) };
}
