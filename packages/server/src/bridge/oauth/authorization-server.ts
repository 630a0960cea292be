/** One provider's authorization server: its metadata, and our requests to it. */
import * as oauth from "oauth4webapi";
import type { OAuthTokens } from "../../store/auth/oauth-grants.ts";
import { isLoopbackHost, type OAuthProvider, presets } from "./provider.ts";

/** Secrets of one sign-in, from its start to its end. */
export interface Challenge {
  state: string;
  codeVerifier: string;
  nonce: string;
}

export interface Granted {
  tokens: OAuthTokens;
  /** The person's address, where the provider returns it. */
  address: string | undefined;
}

/** The provider refuses our grant: only the person can renew it. The message is the provider's. */
export class GrantRefused extends Error {
  override readonly name = "GrantRefused";
}

const TIMEOUT_MS = 20_000;

export class AuthorizationServer {
  readonly #provider: OAuthProvider;
  #metadata: Promise<oauth.AuthorizationServer> | undefined;

  constructor(provider: OAuthProvider) {
    this.#provider = provider;
  }

  static newChallenge(): Challenge {
    return {
      state: oauth.generateRandomState(),
      codeVerifier: oauth.generateRandomCodeVerifier(),
      nonce: oauth.generateRandomNonce(),
    };
  }

  /** The address to send the person to (RFC 6749 §4.1.1, RFC 7636). @throws Error when the provider is unreachable */
  async authorizationUrl(
    challenge: Challenge,
    redirectUri: string,
    hint: string | undefined,
    scopes: readonly string[],
  ) {
    const { clientId, parameters } = this.#provider;
    const { authorization_endpoint } = await this.#server();
    if (!authorization_endpoint) throw new Error("the provider has no authorization_endpoint");
    const url = new URL(authorization_endpoint);
    const query = {
      ...parameters,
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(" "),
      state: challenge.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(challenge.codeVerifier),
      code_challenge_method: "S256",
      ...(scopes.includes("openid") && { nonce: challenge.nonce }),
      ...(hint !== undefined && { login_hint: hint }),
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Exchanges the authorization response for tokens. State and issuer (RFC 9207) are checked.
   * @throws GrantRefused the person or the provider refused; Error anything else
   */
  async exchange(
    answer: URLSearchParams,
    challenge: Challenge,
    redirectUri: string,
    scopes: readonly string[],
  ): Promise<Granted> {
    const [server, client] = [await this.#server(), this.#client];
    return this.#refusals(async () => {
      const checked = oauth.validateAuthResponse(server, client, answer, challenge.state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        this.#authentication(server),
        checked,
        redirectUri,
        challenge.codeVerifier,
        this.#options,
      );
      const isOpenId = this.#provider.scopes.includes("openid");
      const expected = isOpenId ? { expectedNonce: challenge.nonce, requireIdToken: true } : {};
      const issuer = await this.#issuerOf(server, response);
      const result = await oauth.processAuthorizationCodeResponse(issuer, client, response, expected);
      // RFC 6749 §5.1: left out where all were granted.
      const tokens = { ...tokensOf(result), scopes: result.scope?.split(" ") ?? scopes };
      return { tokens, address: addressOf(oauth.getValidatedIdTokenClaims(result)) };
    });
  }

  /** Keeps the old refresh token where the answer has none. @throws GrantRefused, Error */
  async refresh(refreshToken: string): Promise<OAuthTokens> {
    const [server, client] = [await this.#server(), this.#client];
    return this.#refusals(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        this.#authentication(server),
        refreshToken,
        this.#options,
      );
      const issuer = await this.#issuerOf(server, response);
      const tokens = tokensOf(await oauth.processRefreshTokenResponse(issuer, client, response));
      return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
    });
  }

  /**
   * Revokes the tokens (RFC 7009), where the provider has an endpoint for it.
   * @param isReplaced the person has signed in again. With the refresh token many providers revoke the whole consent,
   *   and with it the new tokens; Google does so with any token. @throws Error it is unreachable
   */
  async revoke({ accessToken, refreshToken }: OAuthTokens, isReplaced = false): Promise<void> {
    const server = await this.#server();
    if (!server.revocation_endpoint) return;
    const revoked = [
      ...(refreshToken !== null && !isReplaced ? [{ token: refreshToken, hint: "refresh_token" }] : []),
      ...(isReplaced && this.#provider.issuer === presets.google.issuer
        ? []
        : [{ token: accessToken, hint: "access_token" }]),
    ];
    for (const { token, hint } of revoked) {
      const additionalParameters = { token_type_hint: hint };
      const options = { ...this.#options, additionalParameters };
      const [client, authentication] = [this.#client, this.#authentication(server)];
      try {
        const response = await oauth.revocationRequest(server, client, authentication, token, options);
        await oauth.processRevocationResponse(response);
      } catch (error) {
        // It does not revoke tokens of this kind, or none of ours: a retry would not help.
        if (!(error instanceof oauth.ResponseBodyError) || error.status >= 500) {
          // oxlint-disable-next-line eslint/preserve-caught-error -- it may hold what was sent
          throw new Error(error instanceof Error ? reasonOf(error) : "the provider cannot be asked");
        }
      }
    }
  }

  get #client(): oauth.Client {
    return { client_id: this.#provider.clientId };
  }

  get #options() {
    const { issuer, endpoints } = this.#provider;
    const urls = [issuer, endpoints?.authorization, endpoints?.token, endpoints?.revocation];
    const hosts = urls.flatMap((url) => (url === undefined ? [] : [new URL(url).hostname]));
    return {
      signal: () => AbortSignal.timeout(TIMEOUT_MS),
      // Plain HTTP is allowed for this machine alone.
      [oauth.allowInsecureRequests]: hosts.every(isLoopbackHost),
    };
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret } = this.#provider;
    if (clientSecret === undefined) return oauth.None();
    const supportsPost = !methods || methods.includes("client_secret_post");
    return supportsPost ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret);
  }

  /** Fetched once, and again after a failure. */
  #server(): Promise<oauth.AuthorizationServer> {
    this.#metadata ??= this.#discover().catch((error: unknown) => {
      this.#metadata = undefined;
      throw error;
    });
    return this.#metadata;
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const { issuer, endpoints } = this.#provider;
    if (endpoints) {
      const { authorization, token, revocation } = endpoints;
      const known = { issuer, authorization_endpoint: authorization, token_endpoint: token };
      return { ...known, ...(revocation !== undefined && { revocation_endpoint: revocation }) };
    }
    const url = new URL(issuer);
    const find = (algorithm: "oidc" | "oauth2") => oauth.discoveryRequest(url, { ...this.#options, algorithm });
    let response = await find("oidc");
    if (!response.ok) response = await find("oauth2");
    return oauth.processDiscoveryResponse(url, response);
  }

  /** A provider with one issuer per customer (Microsoft's "common") names it in the ID token alone. */
  async #issuerOf(server: oauth.AuthorizationServer, response: Response): Promise<oauth.AuthorizationServer> {
    const { issuerPattern } = this.#provider;
    if (!issuerPattern || !response.ok) return server;
    const { id_token: idToken } = (await response.clone().json()) as { id_token?: unknown };
    if (typeof idToken !== "string") return server;
    const payload = Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8");
    const { iss } = JSON.parse(payload) as { iss?: unknown };
    return typeof iss === "string" && issuerPattern.test(iss) ? { ...server, issuer: iss } : server;
  }

  async #refusals<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError) {
        throw new GrantRefused(error.error, { cause: error.error });
      }
      if (error instanceof oauth.ResponseBodyError && grantErrors.has(error.error)) {
        throw new GrantRefused(error.error_description ?? error.error, { cause: error.error });
      }
      // The library's errors contain the provider's whole answer, which may include tokens.
      // oxlint-disable-next-line eslint/preserve-caught-error -- for that reason
      throw new Error(error instanceof Error ? reasonOf(error) : "the provider cannot be asked");
    }
  }
}

/** RFC 6749 §5.2; interaction_required is Microsoft's. */
const grantErrors = new Set(["invalid_grant", "interaction_required", "consent_required", "login_required"]);

/** The messages of an error and its cause, without the content of answers. */
function reasonOf(error: Error): string {
  const { message, cause } = error;
  const name = error instanceof oauth.ResponseBodyError ? ` (${error.error})` : "";
  const deeper = cause instanceof Error && cause.message !== message ? `: ${cause.message}` : "";
  return `${message}${name}${deeper}`;
}

/** Renewal before expiry, so that no token expires in use; a short-lived one is renewed after half its lifetime. */
const RENEW_AHEAD_SECONDS = 5 * 60;

function tokensOf({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): OAuthTokens {
  const now = Date.now() / 1000;
  const lifetime = expires_in !== undefined && {
    expiresAt: new Date((now + expires_in) * 1000),
    renewAt: new Date((now + expires_in - Math.min(RENEW_AHEAD_SECONDS, expires_in / 2)) * 1000),
  };
  return { accessToken: access_token, refreshToken: refresh_token ?? null, lifetime: lifetime || null };
}

/** Microsoft's claim is preferred_username. */
const addressOf = (claims: oauth.IDToken | undefined): string | undefined =>
  [claims?.["email"], claims?.["preferred_username"]].find(
    (claim): claim is string => typeof claim === "string" && claim.includes("@"),
  );
