/**
 * Sign-ins at a provider, from the redirect there to the return with the authorization response. What is kept of one
 * meanwhile is bound to its browser, and used once.
 */
import type { Id, ProviderProblem } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress } from "../../store/auth/accounts.ts";
import { getImapServer, getMirrorStatus, type ImapServer, putImapServer } from "../../store/mirror/imap-accounts.ts";
import type { Login } from "../../store/auth/logins.ts";
import { putOAuthSignIn, takeOAuthSignIn } from "../../store/auth/oauth-sign-ins.ts";
import type { SealedGrant } from "../../store/auth/browser-sessions.ts";
import { getGrant, type OAuthTokens, putGrant } from "../../store/auth/oauth-grants.ts";
import { hashOf } from "../../store/auth/secrets.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import type { Vault } from "../../store/auth/vault.ts";
import { accountOfLogin, knownLogin } from "../imap/connection/account-of-login.ts";
import { problemOf, SignInNeeded } from "../imap/connection/errors.ts";
import type { LoginForm } from "../imap/connection/login-names.ts";
import { openSession, type Session, type SessionOptions } from "../imap/connection/connection.ts";
import { CredentialRefused, UpstreamAway } from "../../upstream/errors.ts";
import { AuthorizationServer, type Challenge, type Granted, GrantRefused } from "./authorization-server.ts";
import { requestLook } from "../../store/carddav/servers.ts";
import { opensContacts, opensMore, scopesFor } from "./contacts-grants.ts";
import { isSameServer, type OAuthProvider, publicFacts } from "./provider.ts";

export type OAuthPurpose =
  /** A new account of the signed-in person. */
  | { kind: "add"; address: string; name: string }
  /** An account whose grant is refused. */
  | { kind: "again"; accountId: Id }
  /** The contacts of an account beside its mail. */
  | { kind: "contacts"; accountId: Id }
  /** Signing in, where several people are served. */
  | { kind: "enter" };

export type OAuthResult =
  | ({ kind: OAuthPurpose["kind"]; provider: string; accountId: Id } & Partial<EngineAdmission>)
  | { problem: ProviderProblem; provider: string | undefined };

/** What a session in front of a JMAP engine keeps of a sign-in. */
export interface EngineAdmission {
  accountId: Id;
  /** Sealed; it stands for the grant. */
  credential: string;
  grant: SealedGrant;
}

/** The JMAP engine that all people sign in to. */
export interface Engine {
  origin: string;
  /** @throws CredentialRefused, UpstreamAway */
  admit(provider: string, tokens: OAuthTokens): Promise<EngineAdmission>;
}

interface SignIn {
  provider: OAuthProvider;
  purpose: OAuthPurpose;
  challenge: Challenge;
  redirectUri: string;
  scopes: readonly string[];
}

/** What is kept of it. */
interface Pending extends Omit<SignIn, "provider"> {
  provider: string;
  /** Hash of the browser's secret. */
  browser: string;
}

const LIFETIME_MS = 15 * 60_000;
/** How long a person waits for old tokens to be revoked. */
const REVOKE_TIMEOUT_MS = 3000;

export interface OAuthSignInOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  providers: readonly OAuthProvider[];
  /** The mail server that all people sign in to, where several are served. */
  mailServer?: { host: string; port: number } | undefined;
  /** In place of it. */
  engine?: Engine;
  /** Its earlier host names, the form of its login names, and their domain. */
  formerHosts?: readonly string[];
  loginForm?: LoginForm;
  domain?: string;
  session?: SessionOptions;
}

class Problem extends Error {
  readonly problem: ProviderProblem;
  constructor(problem: ProviderProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

/** Signs in at the mail server, which alone decides whose mailbox a token opens. @throws Problem */
async function open(
  { log, session }: OAuthSignInOptions,
  server: ImapServer,
  { tokens, address }: Granted,
): Promise<Session> {
  const accessToken = async (): Promise<string> => tokens.accessToken;
  try {
    return await openSession({ ...server, grantedAt: Date.now(), accessToken }, log, session);
  } catch (error) {
    if (!(error instanceof SignInNeeded)) throw new Problem("mailServer", problemOf(error));
    const isOther = address !== undefined && address.toLowerCase() !== server.username.toLowerCase();
    throw new Problem("otherAddress", isOther ? "signed in with another address" : error.message);
  }
}

/** The login name at the mail server, and the account where it is known. */
async function identify(
  { store, vault }: OAuthSignInOptions,
  { purpose }: SignIn,
  granted: Granted,
): Promise<{ username: string; accountId?: Id }> {
  if ("accountId" in purpose) {
    const { accountId } = purpose;
    const known = await store.read((reader) => getImapServer(reader, accountId, vault));
    if (!known) throw new Problem("expired", "the account is not there any more");
    return { username: known.username, accountId };
  }
  const username = purpose.kind === "add" ? purpose.address : granted.address;
  if (username === undefined) throw new Problem("noAddress", "the provider returns no address");
  return { username };
}

/** The account to add on a personal server. @throws Problem taken */
async function accountToAdd(
  tx: Transactor,
  vault: Vault,
  { email, name }: { email: string; name: string },
  { host }: ImapServer,
): Promise<Id> {
  const before = await findAccountByAddress(tx, email);
  if (!before) return (await createAccount(tx, { name, email })).id;
  // A local account does not get a server this way, nor does an account change its server.
  const isSame = (await getImapServer(tx, before.id, vault))?.host === host;
  if (!isSame) throw new Problem("taken", "there is another mailbox with this address");
  return before.id;
}

/** @returns a function that gives the account and its login name, in a transaction */
async function accountFinder(
  options: OAuthSignInOptions,
  { purpose }: SignIn,
  { username, accountId }: { username: string; accountId?: Id },
  server: ImapServer,
  granted: Granted,
): Promise<(tx: Transactor) => Promise<Login>> {
  const session = await open(options, server, granted);
  try {
    if (accountId !== undefined) return async () => ({ accountId, username });
    if (purpose.kind === "add") {
      const requested = { email: username, name: purpose.name };
      return async (tx) => ({ accountId: await accountToAdd(tx, options.vault, requested, server), username });
    }
    const { loginForm: form, domain = "", formerHosts = [] } = options;
    const loginServer = { hosts: [server.host, ...formerHosts], form, domain };
    const openAs = (name: string): Promise<Session | undefined> =>
      open(options, { ...server, username: name }, granted).catch((error: unknown) => {
        if (error instanceof Problem && error.problem === "otherAddress") return undefined;
        throw error;
      });
    const known = await knownLogin(options.store, { username, session, openAs, isAddressProven: true }, loginServer);
    return (tx) => accountOfLogin(tx, known, username, loginServer);
  } finally {
    await session.close();
  }
}

/** @throws Problem */
async function enter({ admit }: Engine, provider: string, { tokens }: Granted): Promise<OAuthResult> {
  try {
    return { kind: "enter", provider, ...(await admit(provider, tokens)) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof CredentialRefused) throw new Problem("otherAddress", message);
    if (error instanceof UpstreamAway) throw new Problem("mailServer", message);
    throw error;
  }
}

async function end(
  options: OAuthSignInOptions,
  authorization: AuthorizationServer,
  signIn: SignIn,
  answer: URLSearchParams,
): Promise<OAuthResult> {
  const { store, vault } = options;
  const { provider, challenge, redirectUri, purpose, scopes } = signIn;
  const granted = await authorization.exchange(answer, challenge, redirectUri, scopes).catch((error: unknown) => {
    const refused = purpose.kind === "contacts" ? "noContacts" : "denied";
    throw new Problem(error instanceof GrantRefused ? refused : "provider", (error as Error).message);
  });
  if (options.engine) return enter(options.engine, provider.id, granted);
  if (!provider.server) throw new Problem("mailServer", "the provider has no mail server");
  if (purpose.kind === "contacts" && !opensContacts(provider, granted.tokens))
    throw new Problem("noContacts", "the provider has granted other scopes");
  const person = await identify(options, signIn, granted);
  const server: ImapServer = { ...provider.server, username: person.username, password: "" };
  const findAccount = await accountFinder(options, signIn, person, server, granted);
  const accountId = await store.write(async (tx) => {
    const { accountId: id, username } = await findAccount(tx);
    const grant = { accountId: id, provider: provider.id, tokens: granted.tokens };
    const own = { ...server, username };
    if (purpose.kind === "enter" && (await opensMore(tx, grant, own, provider, vault))) return id;
    await putImapServer(tx, id, own, vault);
    await putGrant(tx, grant, vault);
    // Its address book, which the grant may open, waits for the person no longer.
    await requestLook(tx, id);
    return id;
  });
  return { kind: purpose.kind, provider: provider.id, accountId };
}

/**
 * Revokes refused tokens before a new consent, because many providers revoke all tokens of a person with one. Tokens
 * that still work are left alone: the person may cancel the sign-in. Does not wait long for the provider.
 */
async function revokeRefused(
  { store, vault, log }: OAuthSignInOptions,
  servers: ReadonlyMap<string, AuthorizationServer>,
  accountId: Id,
): Promise<void> {
  const [grant, status] = await store.read((reader) =>
    Promise.all([getGrant(reader, accountId, vault), getMirrorStatus(reader, accountId)]),
  );
  if (!grant?.tokens || status?.state !== "signIn") return;
  const { provider, tokens } = grant;
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, REVOKE_TIMEOUT_MS).unref());
  const revoking = servers
    .get(provider)
    ?.revoke(tokens)
    .catch((error: Error) => log.debug("Tokens could not be revoked", { provider, reason: error.message }));
  await Promise.race([revoking, timeout]);
}

/** The name that the provider's page fills in. */
async function loginHint(purpose: OAuthPurpose, { store, vault }: OAuthSignInOptions): Promise<string | undefined> {
  if (purpose.kind === "add") return purpose.address;
  if (purpose.kind === "enter") return undefined;
  return (await store.read((reader) => getImapServer(reader, purpose.accountId, vault)))?.username;
}

/** Begins and finishes sign-ins at the providers. */
export function createOAuthSignIns(options: OAuthSignInOptions) {
  const { store, vault, log, providers, mailServer, engine } = options;
  const servers = new Map(providers.map((provider) => [provider.id, new AuthorizationServer(provider)]));

  return {
    providers: providers.filter(({ server }) => server).map(publicFacts),
    entrances: providers
      .filter(({ server, jmapOrigin }) =>
        engine ? jmapOrigin === engine.origin : mailServer && server && isSameServer(server, mailServer),
      )
      .map(publicFacts),

    /**
     * @param browser a secret of the browser, which has to return with the response
     * @returns the address to send the person to; undefined: unknown provider. @throws Error it is unreachable
     */
    async begin(
      providerId: string,
      purpose: OAuthPurpose,
      redirectUri: string,
      browser: string,
    ): Promise<string | undefined> {
      const provider = providers.find(({ id }) => id === providerId);
      if (!provider) return undefined;
      if (purpose.kind === "again") await revokeRefused(options, servers, purpose.accountId);
      const challenge = AuthorizationServer.newChallenge();
      const hint = await loginHint(purpose, options);
      const scopes = await store.read((reader) => scopesFor(reader, provider, purpose, vault));
      const url = await servers.get(provider.id)!.authorizationUrl(challenge, redirectUri, hint, scopes);
      const { state } = challenge;
      const content: Pending = {
        provider: provider.id,
        purpose,
        challenge,
        redirectUri,
        scopes,
        browser: hashOf(browser),
      };
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      await store.write((tx) => putOAuthSignIn(tx, { state, content: JSON.stringify(content), expiresAt }, vault));
      return url;
    },

    /** @param answer the parameters of the authorization response @param browser the secret of the browser that sends it */
    async finish(answer: URLSearchParams, browser: string | undefined): Promise<OAuthResult> {
      const state = answer.get("state") ?? "";
      const isOfBrowser = (content: string): boolean =>
        browser !== undefined && (JSON.parse(content) as Pending).browser === hashOf(browser);
      const content = await store.write((tx) => takeOAuthSignIn(tx, state, vault, isOfBrowser));
      const pending = content === undefined ? undefined : (JSON.parse(content) as Pending);
      const provider = providers.find(({ id }) => id === pending?.provider);
      if (!pending || !provider) return { problem: "expired", provider: undefined };
      const signIn: SignIn = { ...pending, provider };
      try {
        return await end(options, servers.get(provider.id)!, signIn, answer);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        log.warn("A sign-in at a provider failed", {
          provider: provider.id,
          problem: error.problem,
          reason: error.message,
        });
        return { problem: error.problem, provider: provider.id };
      }
    },
  };
}
