/**
 * Access tokens of people who signed in with a provider. They are renewed before they expire, by one process at a time:
 * many providers revoke the old refresh token with the answer, so that the new ones are durable before they are used.
 */
import type { Logger } from "../log.ts";
import { lasts, type OAuthTokens } from "../store/auth/oauth-grants.ts";
import {
  type GrantKey,
  getSessionGrant,
  refuseSessionGrant,
  renewSessionGrant,
  type SessionGrant,
} from "../store/auth/session-grants.ts";
import type { Vault } from "../store/auth/vault.ts";
import type { Store } from "../store/db/store.ts";
import { CredentialRefused, UpstreamAway } from "./errors.ts";

/** @returns undefined: the provider takes the grant no longer. @throws Error it cannot be reached */
export type Renew = (provider: string, refreshToken: string) => Promise<OAuthTokens | undefined>;

export interface SessionTokens {
  /**
   * @param refused a token that the engine has refused although it has not expired
   * @throws CredentialRefused the person has to sign in again; UpstreamAway the provider cannot be reached
   */
  of(key: GrantKey, refused?: string): Promise<string>;
}

const MAX_KNOWN = 2000;

interface Parts {
  store: Store;
  vault: Vault;
  log: Logger;
  renew: Renew;
}

export function createSessionTokens({ store, vault, log, renew }: Parts): SessionTokens {
  /** By sealed credential. The oldest is first. */
  const known = new Map<string, OAuthTokens>();
  const renewals = new Map<string, Promise<string>>();

  function remember(credential: string, tokens: OAuthTokens): string {
    known.delete(credential);
    known.set(credential, tokens);
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return tokens.accessToken;
  }

  /** @throws CredentialRefused */
  async function grantOf(key: GrantKey): Promise<SessionGrant> {
    const grant = await store.readOnce((reader) => getSessionGrant(reader, key, vault));
    if (grant) return grant;
    known.delete(key.credential);
    throw new CredentialRefused("the session has no grant of a provider any more");
  }

  async function refuse(key: GrantKey, provider: string): Promise<never> {
    log.warn("The provider takes a grant no longer", { accountId: key.accountId, provider });
    known.delete(key.credential);
    await store.write((tx) => refuseSessionGrant(tx, key));
    throw new CredentialRefused("the provider takes the grant no longer");
  }

  async function renewed(key: GrantKey, refused: string | undefined): Promise<string> {
    const { provider, tokens } = await grantOf(key);
    const { accessToken, refreshToken } = tokens;
    // Another process may have renewed it; one that cannot be renewed is used until it expires.
    if (accessToken !== refused && lasts(tokens, refreshToken === null ? "expiresAt" : "renewAt")) {
      return remember(key.credential, tokens);
    }
    if (refreshToken === null) return refuse(key, provider);
    let fresh: OAuthTokens | undefined;
    try {
      fresh = await renew(provider, refreshToken);
    } catch (error) {
      // Until it expires it is as good as a new one.
      if (accessToken !== refused && lasts(tokens, "expiresAt")) return accessToken;
      throw new UpstreamAway(`${provider}: ${(error as Error).message.slice(0, 200)}`, { cause: error });
    }
    if (!fresh) return refuse(key, provider);
    const next = { provider, tokens: fresh };
    await store.write((tx) => renewSessionGrant(tx, key, next, vault));
    log.debug("An access token was renewed", { accountId: key.accountId, provider });
    return remember(key.credential, fresh);
  }

  /** A refresh token is often good for one answer. */
  async function renewAlone(key: GrantKey, refused: string | undefined): Promise<string> {
    const release = await store.lockAccount(key.accountId);
    try {
      return await renewed(key, refused);
    } finally {
      await release();
    }
  }

  return {
    async of(key, refused) {
      const tokens = known.get(key.credential) ?? (await grantOf(key)).tokens;
      if (tokens.accessToken !== refused && lasts(tokens, "renewAt")) return remember(key.credential, tokens);
      const running = renewals.get(key.credential);
      if (running) return running;
      const renewal = renewAlone(key, refused).finally(() => renewals.delete(key.credential));
      renewals.set(key.credential, renewal);
      return renewal;
    },
  };
}
