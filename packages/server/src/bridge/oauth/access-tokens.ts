/**
 * Access tokens of accounts. They are renewed before they expire; concurrent renewals of one account are coalesced, and
 * new tokens are durable before they are used: many providers revoke the old refresh token with the answer.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import {
  getGrant,
  grantsToRenew,
  lasts,
  type OAuthGrant,
  type OAuthTokens,
  refuseGrant,
  renewGrant,
} from "../../store/auth/oauth-grants.ts";
import type { Store } from "../../store/db/store.ts";
import type { Vault } from "../../store/auth/vault.ts";
import { Offline, SignInNeeded } from "../imap/connection/errors.ts";
import { AuthorizationServer, GrantRefused } from "./authorization-server.ts";
import type { OAuthProvider } from "./provider.ts";
import { revokePending } from "./pending-revocations.ts";

/** @param refused a token that the mail server has refused although it has not expired */
export type AccessTokenSource = (refused?: string) => Promise<string>;

export interface AccessTokens {
  /** @throws SignInNeeded the provider refuses the grant; Offline it is unreachable */
  of(accountId: Id): AccessTokenSource;
  close(): Promise<void>;
}

type ValidGrant = OAuthGrant & { tokens: OAuthTokens };

const CHECK_INTERVAL_MS = 60_000;
/** An unreachable provider is not asked again at once, unless a token is requested. */
const PAUSE_AFTER_FAILURE_MS = 5 * 60_000;
/** Checks to skip after a failed revocation. */
const REVOKE_PAUSE_CHECKS = 5;

export interface AccessTokenOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  providers: readonly OAuthProvider[];
  /** Time between checks for tokens that are about to expire. */
  checkIntervalMs?: number;
}

/** Keeps the tokens of all accounts fresh until it is closed. */
export const createAccessTokens = (options: AccessTokenOptions): AccessTokens => new TokenRenewal(options);

class TokenRenewal implements AccessTokens {
  readonly #options: AccessTokenOptions;
  readonly #checkIntervalMs: number;
  readonly #servers: ReadonlyMap<string, AuthorizationServer>;
  readonly #renewals = new Map<Id, Promise<string>>();
  readonly #pausedUntil = new Map<Id, number>();
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> = Promise.resolve();
  #revokeAt = 0;

  constructor(options: AccessTokenOptions) {
    this.#options = options;
    this.#checkIntervalMs = options.checkIntervalMs ?? CHECK_INTERVAL_MS;
    this.#servers = new Map(options.providers.map((provider) => [provider.id, new AuthorizationServer(provider)]));
    this.#timer = setInterval(() => {
      this.#checking = this.#checking
        .then(() => this.#renewExpiring())
        .then(() => this.#revoke())
        .catch((error: unknown) => options.log.error("Access tokens could not be renewed", { error }));
    }, this.#checkIntervalMs);
  }

  of(accountId: Id): AccessTokenSource {
    return async (refused) => {
      const { tokens } = await this.#grantOf(accountId);
      const isGood = tokens.accessToken !== refused && lasts(tokens, "renewAt");
      return isGood ? tokens.accessToken : this.#renewOnce(accountId, refused);
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
    await Promise.allSettled(this.#renewals.values());
  }

  async #grantOf(accountId: Id): Promise<ValidGrant> {
    const { store, vault } = this.#options;
    const grant = await store.read((reader) => getGrant(reader, accountId, vault));
    if (!grant?.tokens) throw new SignInNeeded("the provider's grant is not known any more");
    if (grant.refusal !== null) throw new SignInNeeded(grant.refusal);
    return { ...grant, tokens: grant.tokens };
  }

  #renewOnce(accountId: Id, refused?: string): Promise<string> {
    const running = this.#renewals.get(accountId);
    if (running) return running;
    const renewal = this.#renewAlone(accountId, refused).finally(() => this.#renewals.delete(accountId));
    this.#renewals.set(accountId, renewal);
    return renewal;
  }

  /** Another process may renew it as well, and a refresh token is often good for one answer. */
  async #renewAlone(accountId: Id, refused?: string): Promise<string> {
    const release = await this.#options.store.lockAccount(accountId);
    try {
      return await this.#renew(accountId, refused);
    } finally {
      await release();
    }
  }

  async #renew(accountId: Id, refused?: string): Promise<string> {
    const grant = await this.#grantOf(accountId);
    const { accessToken, refreshToken } = grant.tokens;
    // It may be renewed already; a token that cannot be renewed is used until it expires.
    if (accessToken !== refused && lasts(grant.tokens, refreshToken === null ? "expiresAt" : "renewAt")) {
      return accessToken;
    }
    const server = this.#servers.get(grant.provider);
    if (!server) throw new SignInNeeded(`the provider ${grant.provider} is not set up here any more`);
    try {
      return await this.#refresh(accountId, grant, server);
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200);
      if (error instanceof GrantRefused) {
        const { store, log } = this.#options;
        log.warn("The provider takes a grant no longer", { accountId, provider: grant.provider, reason });
        await store.write((tx) => refuseGrant(tx, grant, reason));
        throw new SignInNeeded(reason);
      }
      // Until it expires it is as good as a new one.
      if (accessToken !== refused && lasts(grant.tokens, "expiresAt")) return accessToken;
      throw new Offline(`${grant.provider}: ${reason}`);
    }
  }

  async #refresh(accountId: Id, grant: ValidGrant, server: AuthorizationServer): Promise<string> {
    const { store, vault, log } = this.#options;
    const { refreshToken } = grant.tokens;
    if (refreshToken === null) throw new GrantRefused("the provider has granted access for a short time only");
    const renewed = await server.refresh(refreshToken);
    const tokens = { ...renewed, scopes: grant.tokens.scopes };
    await store.write((tx) => renewGrant(tx, grant, tokens, vault));
    this.#pausedUntil.delete(accountId);
    log.debug("An access token was renewed", { accountId, provider: grant.provider });
    return tokens.accessToken;
  }

  async #renewExpiring(): Promise<void> {
    const { store, log } = this.#options;
    const expiring = await store.read(grantsToRenew);
    for (const accountId of expiring) {
      if ((this.#pausedUntil.get(accountId) ?? 0) > Date.now()) continue;
      this.#pausedUntil.set(accountId, Date.now() + PAUSE_AFTER_FAILURE_MS);
      await this.#renewOnce(accountId).catch((error: unknown) => {
        if (!(error instanceof SignInNeeded || error instanceof Offline)) throw error;
        log.debug("An access token could not be renewed ahead of time", { accountId, reason: error.message });
      });
    }
  }

  async #revoke(): Promise<void> {
    if (this.#revokeAt > Date.now()) return;
    const { store, vault, log } = this.#options;
    const hasMore = await revokePending({ store, vault, log, servers: this.#servers });
    if (hasMore) this.#revokeAt = Date.now() + this.#checkIntervalMs * REVOKE_PAUSE_CHECKS;
  }
}
