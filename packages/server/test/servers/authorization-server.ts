/** A real authorization server (oidc-provider) on a free loopback port, with its sign-in and consent pages. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";

export interface TestAuthorizationServer {
  /** On another host name than Pismo's, so that it is another site for the browser. */
  issuer: string;
  port: number;
  /** Dovecot's endpoint for token introspection. */
  introspection: string;
  /** Lifetime of new access tokens, in seconds. */
  accessTokenSeconds: number;
  /** grant_type of each request to the token endpoint. */
  grants: string[];
  /** Revokes all grants of this person. */
  revokeAll(person: string): Promise<void>;
  /** Revokes the access tokens before they expire; they can be renewed. */
  revokeAccessTokens(person: string): Promise<void>;
  /** Whether this access or refresh token is still valid. */
  takes(token: string): Promise<boolean>;
  /** Stops answering. */
  isDown: boolean;
  /** Its entry in PISMO_OAUTH_FILE. */
  provider(server: OAuthProvider["server"], changes?: Partial<OAuthProvider>): OAuthProvider;
  /**
   * Follows redirects, signs in and consents, as a person would. @returns the address of the final redirect
   * @param answer "cancel" cancels at the sign-in page
   */
  walkThrough(url: string, person: string, answer?: "consent" | "cancel"): Promise<URL>;
  close(): Promise<void>;
}

const redirectPath = "/auth/oauth/callback";

export async function startAuthorizationServer(): Promise<TestAuthorizationServer> {
  const server = createServer((request, response) => {
    if (self.isDown) return void request.socket.destroy();
    return void handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const configuration: Configuration = {
    clients: [
      {
        client_id: "pismo",
        client_secret: "the client's secret",
        token_endpoint_auth_method: "client_secret_post",
        // A native application's loopback address may have any port (RFC 8252 §7.3).
        application_type: "native",
        redirect_uris: [`http://127.0.0.1${redirectPath}`],
        grant_types: ["authorization_code", "refresh_token"],
      },
      {
        client_id: "public",
        token_endpoint_auth_method: "none",
        application_type: "native",
        redirect_uris: [`http://127.0.0.1${redirectPath}`],
        grant_types: ["authorization_code", "refresh_token"],
      },
      {
        client_id: "dovecot",
        client_secret: "dovecots",
        grant_types: [],
        redirect_uris: [],
        response_types: [],
      },
    ],
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, email: id, email_verified: true }) }),
    scopes: ["openid", "offline_access", "carddav"],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    features: {
      introspection: { enabled: true, allowedPolicy: (_context, client) => client.clientId === "dovecot" },
      revocation: { enabled: true },
      devInteractions: { enabled: true },
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    ttl: {
      AccessToken: () => self.accessTokenSeconds,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 600,
      RefreshToken: 3600,
      Session: 3600,
    },
    cookies: { keys: ["a key of the tests"] },
  };
  const oidc = new Provider(issuer, configuration);
  const handle = oidc.callback();
  const given: InstanceType<Provider["AccessToken"]>[] = [];
  const self: TestAuthorizationServer = {
    issuer,
    port,
    introspection: `http://dovecot:dovecots@127.0.0.1:${port}/token/introspection`,
    accessTokenSeconds: 3600,
    grants: [],
    isDown: false,
    async revokeAll(person) {
      const grants = new Set(given.flatMap(({ accountId, grantId }) => (accountId === person ? [grantId ?? ""] : [])));
      for (const grant of grants) {
        await oidc.AccessToken.revokeByGrantId(grant);
        await oidc.RefreshToken.revokeByGrantId(grant);
      }
    },
    async takes(token) {
      return ((await oidc.AccessToken.find(token)) ?? (await oidc.RefreshToken.find(token))) !== undefined;
    },
    async revokeAccessTokens(person) {
      for (const token of given.filter(({ accountId }) => accountId === person)) await token.destroy();
    },
    provider: (mail, changes) => ({
      id: "example",
      name: "Example Mail",
      domains: ["example.org"],
      issuer,
      endpoints: undefined,
      issuerPattern: undefined,
      clientId: "pismo",
      clientSecret: "the client's secret",
      scopes: ["openid", "email", "offline_access"],
      parameters: { prompt: "consent" },
      server: mail,
      ...changes,
    }),
    walkThrough: (url, person, answer) => walk(url, person, answer ?? "consent"),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  oidc.on("access_token.saved", (token) => void given.push(token));
  const note = (context: KoaContextWithOIDC): void => {
    const { grant_type: kind } = context.oidc.params ?? {};
    self.grants.push(typeof kind === "string" ? kind : "");
  };
  oidc.on("grant.success", note);
  oidc.on("grant.error", note);
  return self;
}

/** Walks through the pages with a simple cookie jar. */
async function walk(start: string, person: string, answer: "consent" | "cancel"): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step++) {
    if (url.pathname === redirectPath) return url;
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { method: "POST", body: form }),
    });
    form = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    const page = await response.text();
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (prompt === undefined) throw new Error(`no form at ${url.pathname}: ${response.status} ${page.slice(0, 500)}`);
    if (answer === "cancel") url = new URL(`${url.pathname}/abort`, url);
    else form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: person, password: "x" }) });
  }
  throw new Error("too many pages");
}
