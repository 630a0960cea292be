/**
 * Sign-ins at a provider, from where the person is sent away to where they come back with the provider's answer. What
 * belongs to one lies in memory alone, for its browser alone, and is used once.
 */
import type { Id, ProviderProblem } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { createAccount, findAccountByAddress } from "../../store/accounts.ts";
import { getImapServer, getMirrorStatus, type ImapServer, putImapServer } from "../../store/imap-accounts.ts";
import { getGrant, putGrant } from "../../store/oauth-grants.ts";
import { hashOf } from "../../store/secrets.ts";
import type { Store, Transactor } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import { problemOf, SignInNeeded } from "../imap/errors.ts";
import { openSession, type SessionOptions } from "../imap/session.ts";
import { AuthorizationServer, type Challenge, type Granted, GrantRefused } from "./authorization-server.ts";
import { isSameServer, type OAuthProvider, publicFacts } from "./provider.ts";

/** What a sign-in is for. */
export type OAuthPurpose =
  /** A new account of the person who is in. */
  | { kind: "add"; address: string; name: string }
  /** An account whose grant has ended. */
  | { kind: "again"; accountId: Id }
  /** Getting in, where several people are served. */
  | { kind: "enter" };

export type OAuthResult =
  | { kind: OAuthPurpose["kind"]; provider: string; accountId: Id }
  | { problem: ProviderProblem; provider: string | undefined };

interface SignIn {
  provider: OAuthProvider;
  purpose: OAuthPurpose;
  challenge: Challenge;
  redirectUri: string;
  /** Hash of the browser's secret. */
  browser: string;
  until: number;
}

const LIFETIME = 15 * 60_000;
/** Milliseconds that a person waits for old tokens to be ended. */
const PATIENCE = 3000;
/** Beyond it the oldest are forgotten. */
const MOST = 1000;

export interface OAuthSignInOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  providers: readonly OAuthProvider[];
  /** The mail server that everybody signs in to, where several people are served. */
  mailServer?: { host: string; port: number } | undefined;
  session?: SessionOptions;
}

class Problem extends Error {
  readonly problem: ProviderProblem;
  constructor(problem: ProviderProblem, reason: string) {
    super(reason);
    this.problem = problem;
  }
}

/** The way to the providers and back. */
export function createOAuthSignIns(options: OAuthSignInOptions) {
  const { store, vault, log, providers, mailServer } = options;
  const servers = new Map(providers.map((provider) => [provider.id, new AuthorizationServer(provider)]));
  const begun = new Map<string, SignIn>();

  /** What `granted` opens: asked of the mail server, which alone knows. */
  async function check(server: ImapServer, { tokens, address }: Granted): Promise<void> {
    const accessToken = async (): Promise<string> => tokens.accessToken;
    try {
      const session = await openSession({ ...server, grantedAt: Date.now(), accessToken }, log, options.session);
      await session.close();
    } catch (error) {
      if (!(error instanceof SignInNeeded)) throw new Problem("mailServer", problemOf(error));
      const isOther = address !== undefined && address.toLowerCase() !== server.username.toLowerCase();
      throw new Problem("otherAddress", isOther ? "signed in with another address" : error.message);
    }
  }

  /** The name at the mail server, and the account that is there already. */
  async function whose({ purpose }: SignIn, granted: Granted): Promise<{ username: string; accountId?: Id }> {
    if (purpose.kind === "again") {
      const { accountId } = purpose;
      const known = await store.read((reader) => getImapServer(reader, accountId, vault));
      if (!known) throw new Problem("expired", "the account is not there any more");
      return { username: known.username, accountId };
    }
    const username = purpose.kind === "add" ? purpose.address : granted.address;
    if (username === undefined) throw new Problem("noAddress", "the provider names no address");
    return { username };
  }

  async function accountFor(tx: Transactor, email: string, name: string): Promise<Id> {
    const before = await findAccountByAddress(tx, email);
    if (!before) return (await createAccount(tx, { name, email })).id;
    // A mailbox that lies here has no server, and gets none by the way.
    if (!(await getImapServer(tx, before.id, vault)))
      throw new Problem("taken", "there is a mailbox with this address");
    return before.id;
  }

  async function end(signIn: SignIn, answer: URLSearchParams): Promise<OAuthResult> {
    const { provider, challenge, redirectUri, purpose } = signIn;
    const granted = await servers
      .get(provider.id)!
      .exchange(answer, challenge, redirectUri)
      .catch((error: unknown) => {
        throw new Problem(error instanceof GrantRefused ? "denied" : "provider", (error as Error).message);
      });
    const { username, accountId: known } = await whose(signIn, granted);
    const server: ImapServer = { ...provider.server, username, password: "" };
    await check(server, granted);
    const accountId = await store.write(async (tx) => {
      const id = known ?? (await accountFor(tx, username, purpose.kind === "add" ? purpose.name : ""));
      await putImapServer(tx, id, server, vault);
      await putGrant(tx, { accountId: id, provider: provider.id, tokens: granted.tokens }, vault);
      return id;
    });
    return { kind: purpose.kind, provider: provider.id, accountId };
  }

  /**
   * Before a new consent, because many a provider ends all tokens of a person with one. Tokens that still open the mailbox
   * are left alone: the person may turn back on the way. Who cannot be asked is not waited for.
   */
  async function revokeUseless(accountId: Id): Promise<void> {
    const [grant, status] = await store.read((reader) =>
      Promise.all([getGrant(reader, accountId, vault), getMirrorStatus(reader, accountId)]),
    );
    if (!grant?.tokens || status?.state !== "signIn") return;
    const { provider, tokens } = grant;
    const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE).unref());
    const revoking = servers
      .get(provider)
      ?.revoke(tokens)
      .catch((error: Error) => log.debug("Tokens could not be revoked", { provider, reason: error.message }));
    await Promise.race([revoking, patience]);
  }

  return {
    providers: providers.map(publicFacts),
    entrances: providers.filter(({ server }) => mailServer && isSameServer(server, mailServer)).map(publicFacts),

    /**
     * @param browser a secret of the browser that asks; it has to come back with the answer
     * @returns where to send the person. undefined: there is no such provider. @throws Error it cannot be asked
     */
    async begin(
      providerId: string,
      purpose: OAuthPurpose,
      redirectUri: string,
      browser: string,
    ): Promise<string | undefined> {
      const provider = providers.find(({ id }) => id === providerId);
      if (!provider) return undefined;
      if (purpose.kind === "again") await revokeUseless(purpose.accountId);
      const challenge = AuthorizationServer.newChallenge();
      const hint =
        purpose.kind === "add"
          ? purpose.address
          : purpose.kind === "again"
            ? (await store.read((reader) => getImapServer(reader, purpose.accountId, vault)))?.username
            : undefined;
      const url = await servers.get(provider.id)!.authorizationUrl(challenge, redirectUri, hint);
      const [oldest] = begun.keys();
      if (begun.size >= MOST && oldest !== undefined) begun.delete(oldest);
      const until = Date.now() + LIFETIME;
      begun.set(challenge.state, { provider, purpose, challenge, redirectUri, browser: hashOf(browser), until });
      return url;
    },

    /** @param answer the parameters that came with the person @param browser the secret in the browser that brings them */
    async finish(answer: URLSearchParams, browser: string | undefined): Promise<OAuthResult> {
      const state = answer.get("state") ?? "";
      const signIn = begun.get(state);
      if (!signIn || browser === undefined || signIn.browser !== hashOf(browser) || signIn.until < Date.now()) {
        return { problem: "expired", provider: undefined };
      }
      // An answer is good once.
      begun.delete(state);
      const { provider } = signIn;
      try {
        return await end(signIn, answer);
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
