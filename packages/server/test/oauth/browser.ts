/** A simulated browser on the way to a provider and back, and the Pismo that sends it there. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { createPasswordCheck } from "../../src/bridge/imap/connection/check-password.ts";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";
import { createOAuthSignIns } from "../../src/bridge/oauth/sign-ins.ts";
import type { Logger } from "../../src/log.ts";
import type { Vault } from "../../src/store/auth/vault.ts";
import type { TestAuthorizationServer } from "../servers/authorization-server.ts";
import { navigation } from "../support/calls.ts";
import { type TestOptions, type TestServer, testServer } from "../support/server.ts";

/** Headers of a request of our page. */
export const page = { host: "127.0.0.1", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };
const fromElsewhere = { host: "127.0.0.1", "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" };

type Reply = { cookies: { name: string; value: string }[] };
export const cookieOf = ({ cookies }: Reply): string => cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

interface ProviderServer {
  providers: OAuthProvider[];
  vault: Vault;
  log: Logger;
  /** The mail server that the providers give access to. */
  dovecotPort: number;
  /** Several people are served, who sign in with a provider or by password. */
  isHosted: boolean;
  /** Grants that open address books too. */
  grantsOf?: TestOptions["grantsOf"];
}

export function serverForProviders({
  providers,
  vault,
  log,
  dovecotPort,
  isHosted,
  grantsOf,
}: ProviderServer): Promise<TestServer> {
  const mailServer = { host: "127.0.0.1", port: dovecotPort };
  return testServer({
    oauth: (store) => createOAuthSignIns({ store, vault, log, providers, ...(isHosted && { mailServer }) }),
    ...(grantsOf && { addressBooks: {}, grantsOf, log }),
    ...(isHosted && {
      checkPassword: (store) =>
        createPasswordCheck({
          store,
          vault,
          log,
          domain: "example.org",
          server: { ...mailServer, security: "plain", smtpUrl: null },
        }),
    }),
  });
}

export function browserAt(at: () => { app: FastifyInstance; authority: TestAuthorizationServer }) {
  const start = (body: object, cookie = "", headers: Record<string, string> = page) =>
    at().app.inject({
      method: "POST",
      url: "/auth/oauth/start",
      headers: { ...headers, cookie, "content-type": "application/json" },
      payload: JSON.stringify({ provider: "example", ...body }),
    });
  const comeBack = (url: URL, cookie: string) =>
    at().app.inject({ url: `${url.pathname}${url.search}`, headers: { ...fromElsewhere, cookie } });
  const problemOf = async (answer: URL, cookie: string): Promise<string | null> =>
    new URL((await comeBack(answer, cookie)).headers.location ?? "", "http://x").searchParams.get("problem");
  const ownCookie = async (): Promise<string> =>
    cookieOf(await at().app.inject({ url: "/", headers: { ...navigation, host: "127.0.0.1" } }));

  /** The whole sign-in. @returns the parameters that the page gets */
  async function signIn(body: object, person: string, answer?: "consent" | "cancel"): Promise<URLSearchParams> {
    const begun = await start(body, await ownCookie());
    expect(begun.statusCode).toBe(200);
    const back = await at().authority.walkThrough(begun.json<{ url: string }>().url, person, answer);
    const reply = await comeBack(back, cookieOf(begun));
    expect(reply.statusCode).toBe(303);
    const result = new URL(reply.headers.location ?? "", "http://127.0.0.1");
    expect(result.pathname).toBe("/sign-in/provider");
    return result.searchParams;
  }
  /** Adds the account by signing in. @returns its id */
  async function added(person: string): Promise<string> {
    const result = await signIn({ address: person, name: "Ann Test" }, person);
    expect(result.get("done")).toBe("add");
    return result.get("account") ?? "";
  }
  return { start, comeBack, problemOf, ownCookie, signIn, added };
}
