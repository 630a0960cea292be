/**
 * Access tokens of accounts whose provider grants them. They are renewed before they end; one account's renewal is asked
 * for once, however many want it, and what came is durable before it is used: many providers end the old refresh token
 * with the answer.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import {
  getGrant,
  grantsToRenew,
  type OAuthGrant,
  type OAuthTokens,
  refuseGrant,
  renewGrant,
} from "../../store/oauth-grants.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import { Offline, SignInNeeded } from "../imap/errors.ts";
import { AuthorizationServer, GrantRefused } from "./authorization-server.ts";
import type { OAuthProvider } from "./provider.ts";
import { revokeWaiting } from "./revoke-waiting.ts";

/** @param refused a token that the mail server has not taken, though it should be good */
export type AccessTokenSource = (refused?: string) => Promise<string>;

export interface AccessTokens {
  /** @throws SignInNeeded the provider takes the grant no longer; Offline it cannot be asked */
  of(accountId: Id): AccessTokenSource;
  close(): Promise<void>;
}

const LOOK_EVERY = 60_000;
/** A provider that could not be asked is not asked again at once, unless somebody needs it. */
const PAUSE_AFTER_FAILURE = 5 * 60_000;
/** Looks that a provider is left alone for that could not be told what to revoke. */
const PATIENCE = 5;

export interface AccessTokenOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  providers: readonly OAuthProvider[];
  /** Milliseconds between looks for tokens that are about to end. */
  lookEvery?: number;
}

const lasts = ({ lifetime }: OAuthTokens, until: "renewAt" | "expiresAt"): boolean =>
  lifetime === null || lifetime[until].getTime() > Date.now();

/** Keeps the tokens of all accounts fresh until it is closed. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { store, vault, log, lookEvery = LOOK_EVERY } = options;
  const servers = new Map(options.providers.map((provider) => [provider.id, new AuthorizationServer(provider)]));
  const renewals = new Map<Id, Promise<string>>();
  const pausedUntil = new Map<Id, number>();

  async function current(accountId: Id): Promise<OAuthGrant & { tokens: OAuthTokens }> {
    const grant = await store.read((reader) => getGrant(reader, accountId, vault));
    if (!grant?.tokens) throw new SignInNeeded("what the provider granted is not known any more");
    if (grant.refusal !== null) throw new SignInNeeded(grant.refusal);
    return { ...grant, tokens: grant.tokens };
  }

  async function renewed(accountId: Id, refused?: string): Promise<string> {
    const grant = await current(accountId);
    const { accessToken, refreshToken } = grant.tokens;
    // Somebody else has renewed it meanwhile; what cannot be renewed is good to its end.
    if (accessToken !== refused && lasts(grant.tokens, refreshToken === null ? "expiresAt" : "renewAt")) {
      return accessToken;
    }
    const server = servers.get(grant.provider);
    if (!server) throw new SignInNeeded(`the provider ${grant.provider} is not set up here any more`);
    try {
      if (refreshToken === null) throw new GrantRefused("the provider has granted access for a short time only");
      const tokens = await server.refresh(refreshToken);
      await store.write((tx) => renewGrant(tx, grant, tokens, vault));
      pausedUntil.delete(accountId);
      log.debug("An access token was renewed", { accountId, provider: grant.provider });
      return tokens.accessToken;
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200);
      if (error instanceof GrantRefused) {
        log.warn("The provider takes a grant no longer", { accountId, provider: grant.provider, reason });
        await store.write((tx) => refuseGrant(tx, grant, reason));
        throw new SignInNeeded(reason);
      }
      // While it lasts it is as good as a new one.
      if (accessToken !== refused && lasts(grant.tokens, "expiresAt")) return accessToken;
      throw new Offline(`${grant.provider}: ${reason}`);
    }
  }

  function renew(accountId: Id, refused?: string): Promise<string> {
    const running = renewals.get(accountId);
    if (running) return running;
    const renewal = renewed(accountId, refused).finally(() => renewals.delete(accountId));
    renewals.set(accountId, renewal);
    return renewal;
  }

  async function look(): Promise<void> {
    const ending = await store.read(grantsToRenew);
    for (const accountId of ending) {
      if ((pausedUntil.get(accountId) ?? 0) > Date.now()) continue;
      pausedUntil.set(accountId, Date.now() + PAUSE_AFTER_FAILURE);
      await renew(accountId).catch((error: unknown) => {
        if (!(error instanceof SignInNeeded || error instanceof Offline)) throw error;
        log.debug("An access token could not be renewed ahead of time", { accountId, reason: error.message });
      });
    }
  }

  let revokeAt = 0;
  async function revoke(): Promise<void> {
    if (revokeAt > Date.now()) return;
    const isLeft = await revokeWaiting({ store, vault, log, servers });
    if (isLeft) revokeAt = Date.now() + lookEvery * PATIENCE;
  }

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(look)
      .then(revoke)
      .catch((error: unknown) => log.error("Access tokens could not be renewed", { error }));
  }, lookEvery);
  return {
    of: (accountId) => async (refused) => {
      const { tokens } = await current(accountId);
      const isGood = tokens.accessToken !== refused && lasts(tokens, "renewAt");
      return isGood ? tokens.accessToken : renew(accountId, refused);
    },
    async close() {
      clearInterval(timer);
      await looking;
      await Promise.allSettled(renewals.values());
    },
  };
}
