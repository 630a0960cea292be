/**
 * Who may call. Two ways in: a browser by its session cookie, which the one on this machine gets with the page and,
 * on a server for several people, any other by signing in; everybody else by a token, as Bearer or as the password of
 * HTTP Basic. docs/decisions/0008-who-may-call.md has the reasons.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { listAccounts } from "../store/accounts.ts";
import { browserCredential } from "../store/browser-sessions.ts";
import { createKept } from "../store/kept.ts";
import { hashOf } from "../store/secrets.ts";
import type { Store } from "../store/store.ts";
import { credentialOf, findToken, noteTokenUse, type TokenRecord } from "../store/tokens.ts";
import { createAttempts } from "./attempts.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import type { IssuedSession } from "./browser-sessions.ts";
import { parseAuthorization } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { addressOf, isLoopback, isLoopbackHost, isSimplePost, siteOf } from "./place.ts";
import type { OwnNames, RequestFacts } from "./place.ts";
import { createSignIn, type PasswordCheck, type SignIn } from "./sign-in.ts";
import { SignInError, tooManyAttempts } from "./sign-in-error.ts";

/** Whoever was let in. */
export interface Caller {
  /** The same for all requests of one token, and for all browsers of one person. */
  id: string;
  /** The session of the browser that calls; undefined with a token. */
  sessionId?: Id;
  /** What all sessions of that browser since its sign-in have in common. */
  family?: number;
  username: string;
  /** The accounts that may be used; the first is the primary one. */
  accountIds: readonly Id[];
  /** The person whose server this is, who may use all accounts and add some. Nobody where several people are served. */
  isOwner: boolean;
}

export interface Authenticator {
  /** @throws SignInError */
  authenticate(facts: RequestFacts): Promise<Caller>;
  /** A new session for a browser on this machine that has none, or for an old one; undefined: nothing to set. */
  openBrowserSession(facts: RequestFacts): Promise<IssuedSession | undefined>;
  /** Whether the page may be shown without a token. */
  isPersonalBrowser(facts: RequestFacts): boolean;
  /** Where several people are served; undefined in personal mode. */
  readonly signIn: SignIn | undefined;
}

/** Tokens and callers that are kept while nothing changes. */
const MAX_KEPT = 1000;

/** @param check asks the mail server for a person's password; without it one person is served, without a sign-in */
export function createAuthenticator(store: Store, names: OwnNames, log: Logger, check?: PasswordCheck): Authenticator {
  const attempts = createAttempts({ allowed: 20, window: 60_000 });
  const sessions = createBrowserSessions(store, log);
  const signIn = check && createSignIn(check, sessions, names, log);
  /** Tokens that were good before are not shut out when a neighbour behind the same address guesses. */
  const proven = new Set<string>();
  const tokens = createKept<TokenRecord | undefined>(store, MAX_KEPT);
  const callers = createKept<Caller>(store, MAX_KEPT);

  /** @param username an address of the caller's choice: where it is a mailbox that may be used, it becomes the primary */
  const callerOf = (id: string, scope: Id | null, username?: string): Promise<Caller> =>
    callers.get([id, scope, username].join("\n"), async () => ({
      value: await readCaller(id, scope, username),
      weight: 1,
    }));

  async function readCaller(id: string, scope: Id | null, username: string | undefined): Promise<Caller> {
    const accounts = (await store.read(listAccounts)).filter((account) => scope === null || account.id === scope);
    const chosen = accounts.find(({ email }) => email.toLowerCase() === username?.toLowerCase());
    const ordered = chosen ? [chosen, ...accounts.filter((account) => account !== chosen)] : accounts;
    const accountIds = ordered.map((account) => account.id);
    return { id, username: ordered[0]?.email ?? "", accountIds, isOwner: scope === null && !signIn };
  }

  async function byToken(facts: RequestFacts, credentials: Credentials | undefined): Promise<Caller> {
    const hash = credentials && hashOf(credentials.secret);
    const address = addressOf(facts, names);
    const wait = attempts.waitFor(address);
    if (wait > 0 && !(hash && proven.has(hash))) throw tooManyAttempts(wait);
    const token = hash === undefined ? undefined : await tokenOf(hash);
    if (!hash || !token) {
      attempts.failed(address);
      log.warn("sign-in refused", { peer: address });
      throw new SignInError(401, "The token is not known here: it may have been revoked.", challengesFor(facts));
    }
    proven.add(hash);
    await noteUse(token);
    return callerOf(credentialOf(token.id), token.accountId, credentials.username);
  }

  const tokenOf = (hash: string): Promise<TokenRecord | undefined> =>
    tokens.get(hash, async () => {
      const value = await store.read((reader) => findToken(reader, hash));
      return { value, weight: value && 1 };
    });

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
    return (signIn !== undefined || isPersonalBrowser(facts)) && siteOf(facts, names) !== "foreign";
  }

  /** Not where a proxy is set up: one that hides that it is there would make everybody a neighbour of the server. */
  function isPersonalBrowser(facts: RequestFacts): boolean {
    const isDirect = signIn === undefined && names.publicUrl === undefined && !facts.isForwarded;
    return isDirect && isLoopback(facts.peer) && isLoopbackHost(facts, names);
  }

  /** A picture or a frame in a page of another site: its browser keeps no cookie of ours, so each would be a new one. */
  function isInPassing(facts: RequestFacts): boolean {
    return siteOf(facts, names) === "foreign" && facts.fetchDest !== "document";
  }

  return {
    isPersonalBrowser,
    signIn,

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
        // A session of the other mode, from before the setting was changed, opens nothing.
        if (session && (session.accountId === null) === (signIn === undefined)) {
          const caller = await callerOf(browserCredential(session.accountId), session.accountId);
          return { ...caller, sessionId: session.id, family: session.family };
        }
      }
      const detail = signIn ? "Sign in." : "A token is needed: `pismo token create` makes one.";
      throw new SignInError(401, detail, challengesFor(facts));
    },

    async openBrowserSession(facts) {
      if (!(signIn || isPersonalBrowser(facts)) || isInPassing(facts)) return undefined;
      const secret = facts.sessionSecret;
      const isKnown = secret !== undefined && (await sessions.find(secret)) !== undefined;
      if (isKnown) return sessions.renew(secret);
      return signIn ? undefined : sessions.issue({ accountId: null, userAgent: facts.userAgent ?? "" });
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
