/** A JMAP engine whose people sign in with a provider: a second Pismo behind a proxy that takes the provider's tokens. */
import { CORE, MAIL } from "@pismo/jmap";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";
import { startAuthorizationServer } from "../servers/authorization-server.ts";
import { startIntrospectingProxy } from "../servers/introspecting-proxy.ts";
import { testServer } from "../support/server.ts";

export const PERSON = "ann@example.org";

export async function engineWorld() {
  const authority = await startAuthorizationServer();
  const proxy = await startIntrospectingProxy(authority.introspection);
  const engine = await testServer({ publicUrl: proxy.url });
  proxy.behind = { engineUrl: await engine.listen(), tokens: { [PERSON]: engine.token } };
  const provider: OAuthProvider = authority.provider(undefined, { jmapOrigin: proxy.url });
  return {
    authority,
    engine,
    proxy,
    provider,
    /** How often the provider was asked for other tokens. */
    renewals: () => authority.grants.filter((kind) => kind === "refresh_token").length,
    async close() {
      await proxy.close();
      await engine.close();
      await authority.close();
    },
  };
}

export type EngineWorld = Awaited<ReturnType<typeof engineWorld>>;

/** A request that the engine answers with its mailboxes. */
export const mailboxes = (accountId: string): string =>
  JSON.stringify({ using: [CORE, MAIL], methodCalls: [["Mailbox/get", { accountId, ids: null }, "m"]] });
