/**
 * Authenticates a request. Browsers use a session cookie: a personal server sets it for the own user's browser on this
 * machine, and for others by an opening link; in hosted mode people sign in. Other clients use a token, as Bearer or as
 * the password of HTTP Basic. docs/decisions/0008-who-may-call.md has the reasons.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { getAccount, listAccounts, type LocalAccount } from "../store/auth/accounts.ts";
import { listJmapAccounts } from "../store/auth/jmap-accounts.ts";
import { browserCredential, type BrowserSession } from "../store/auth/browser-sessions.ts";
import { createCommitCache } from "../store/db/commit-cache.ts";
import type { Store } from "../store/db/store.ts";
import { credentialOf } from "../store/auth/tokens.ts";
import { createBrowserSessions } from "./browser-sessions.ts";
import type { IssuedSession } from "./browser-sessions.ts";
import { challengesFor, parseAuthorization } from "./credentials.ts";
import type { Credentials } from "./credentials.ts";
import { isLoopback, isLoopbackHost, isSimplePost, siteOf } from "./request-origin.ts";
import type { OwnNames, RequestFacts } from "./request-origin.ts";
import { createSignIn, type CredentialCheck, type SignIn } from "./sign-in.ts";
import { SignInError } from "./sign-in-error.ts";
import { isOwnSocket } from "./socket-owner.ts";
import { createTokenCheck } from "./token-check.ts";

/** An authenticated caller. */
export interface Caller {
  /** Equal for all requests of one token, and for all browsers of one person. */
  id: string;
  /** The session of the calling browser; undefined with a token. */
  sessionId?: Id;
  /** Equal for all sessions of that browser since its sign-in. */
  family?: number;
  /** In front of a JMAP engine: what the person signed in with there, sealed. */
  credential?: string;
  username: string;
  /** The accessible accounts; the first is the primary one. */
  accountIds: readonly Id[];
  /** The owner's accounts at JMAP servers, to which their requests are passed on. */
  remoteIds: readonly Id[];
  /** The person of a personal server, who may use all accounts and add some. Always false in hosted mode. */
  isOwner: boolean;
}

export interface Authenticator {
  /** @throws SignInError */
  authenticate(facts: RequestFacts): Promise<Caller>;
  /** A new session for the own user's browser on this machine, or in place of an old one; undefined: no change. */
  openBrowserSession(facts: RequestFacts): Promise<IssuedSession | undefined>;
  /** A session for a browser that opened an opening link; undefined: the link is invalid. */
  openByLink(facts: RequestFacts, link: string): Promise<IssuedSession | undefined>;
  /** Hosted mode only. */
  readonly signIn: SignIn | undefined;
}

/** Maximum number of cached tokens and callers. */
const MAX_CACHED = 1000;

export interface AuthenticatorOptions {
  store: Store;
  names: OwnNames;
  log: Logger;
  /** Checks a password at the mail server; without it the server is personal and has no sign-in. */
  check?: CredentialCheck | undefined;
  /** In front of a JMAP engine: a session is invalid without the credential for it. */
  needsCredential?: boolean;
  /** The domain appended to user names without one. */
  domain?: string;
  /** Whether the peer of a loopback connection belongs to our own user. */
  isOwn?: typeof isOwnSocket | undefined;
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { store, names, log, check, needsCredential = false, domain = "", isOwn = isOwnSocket } = options;
  const sessions = createBrowserSessions(store, log);
  const signIn = check && createSignIn({ check, store, sessions, names, domain, log });
  const tokens = createTokenCheck({ store, names, log });
  const callers = createCommitCache<Caller>(store, MAX_CACHED);

  /** @param username an address that the caller chose: if it is an accessible account, it becomes the primary */
  const callerOf = (id: string, scope: Id | null, username?: string): Promise<Caller> =>
    callers.get([id, scope, username].join("\n"), async () => ({
      value: await readCaller(id, scope, username),
      weight: 1,
    }));

  async function readCaller(id: string, scope: Id | null, username: string | undefined): Promise<Caller> {
    const own = await store.readOnce(async (reader) =>
      scope === null ? listAccounts(reader) : [await getAccount(reader, scope)],
    );
    const accounts = own.filter((account) => account !== undefined && !account.isDisabled) as LocalAccount[];
    const chosen = accounts.find(({ email }) => email.toLowerCase() === username?.toLowerCase());
    const isOwner = scope === null && !signIn;
    const remote = isOwner ? await store.readOnce(listJmapAccounts) : [];
    const remoteIds = remote.map(({ accountId }) => accountId);
    const ordered = chosen ? [chosen, ...accounts.filter((account) => account !== chosen)] : accounts;
    const accountIds = ordered.map((account) => account.id).filter((account) => !remoteIds.includes(account));
    return { id, username: ordered[0]?.email ?? "", accountIds, remoteIds, isOwner };
  }

  async function byToken(facts: RequestFacts, credentials: Credentials | undefined): Promise<Caller> {
    const token = await tokens.check(facts, credentials);
    return callerOf(credentialOf(token.id), token.accountId, credentials?.username);
  }

  /** A session of the other mode, from before the setting was changed, is invalid. */
  function isGood({ accountId, isByLink, credential }: BrowserSession, facts: RequestFacts): boolean {
    if (needsCredential !== (credential !== null)) return false;
    return signIn ? accountId !== null : accountId === null && (isByLink || isDirect(facts, names));
  }

  return {
    signIn,

    async authenticate(facts) {
      const isForeign = facts.origin !== undefined && siteOf(facts, names) === "foreign";
      if (facts.authorization !== undefined) {
        const credentials = parseAuthorization(facts.authorization);
        // A browser adds remembered Basic credentials without checking whether the page may send the request.
        if (isForeign && credentials?.scheme !== "bearer" && isSimplePost(facts)) throw foreignSite();
        return byToken(facts, credentials);
      }
      if (isForeign) throw foreignSite();
      if (facts.sessionSecret !== undefined && siteOf(facts, names) !== "foreign") {
        const session = await sessions.find(facts.sessionSecret);
        if (session && isGood(session, facts)) {
          const caller = await callerOf(browserCredential(session.accountId), session.accountId);
          const { id: sessionId, family, credential } = session;
          return { ...caller, sessionId, family, ...(credential !== null && { credential }) };
        }
      }
      const detail = signIn
        ? "Sign in."
        : "A token is needed (`pismo token create`), or for a browser a link (`pismo open`).";
      throw new SignInError(401, detail, challengesFor(facts));
    },

    async openBrowserSession(facts) {
      if (isInPassing(facts, names)) return undefined;
      const session = facts.sessionSecret === undefined ? undefined : await sessions.find(facts.sessionSecret);
      if (session && isGood(session, facts)) return sessions.renew(facts.sessionSecret!);
      if (signIn || !isBrowserHere(facts, names) || !(await isOwn(facts))) return undefined;
      return sessions.issue({ accountId: null, userAgent: facts.userAgent ?? "" });
    },

    async openByLink(facts, link) {
      return signIn ? undefined : sessions.redeem(link, facts.userAgent ?? "");
    },
  };
}

/** Not with a configured proxy: one that hides itself would make every visitor a local user. */
function isDirect(facts: RequestFacts, names: OwnNames): boolean {
  return names.publicUrl === undefined && !facts.isForwarded && isLoopback(facts.peer) && isLoopbackHost(facts, names);
}

/** Browsers send Fetch Metadata and use HTTP/1.1; a proxy with default settings may use HTTP/1.0. */
const isBrowserHere = (facts: RequestFacts, names: OwnNames): boolean =>
  isDirect(facts, names) && facts.fetchSite !== undefined && facts.httpVersion === "1.1";

/** An image or frame in a page of another site: the browser stores no cookie of ours, so each would get a new session. */
function isInPassing(facts: RequestFacts, names: OwnNames): boolean {
  return siteOf(facts, names) === "foreign" && facts.fetchDest !== "document";
}

const foreignSite = () => new SignInError(403, "Pages of other sites may not call Pismo without a token.");
