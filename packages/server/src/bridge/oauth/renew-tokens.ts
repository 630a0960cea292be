/** Renews tokens that others keep: those of sessions in front of a JMAP engine. */
import type { OAuthTokens } from "../../store/auth/oauth-grants.ts";
import { AuthorizationServer, GrantRefused } from "./authorization-server.ts";
import type { OAuthProvider } from "./provider.ts";

/** @returns undefined: the provider takes the grant no longer. @throws Error it cannot be reached */
export type RenewTokens = (provider: string, refreshToken: string) => Promise<OAuthTokens | undefined>;

export function tokenRenewal(providers: readonly OAuthProvider[]): RenewTokens {
  const servers = new Map(providers.map((provider) => [provider.id, new AuthorizationServer(provider)]));
  return async (provider, refreshToken) => {
    try {
      // One that the administrator has taken out of the settings.
      return await servers.get(provider)?.refresh(refreshToken);
    } catch (error) {
      if (error instanceof GrantRefused) return undefined;
      throw error;
    }
  };
}
