/** Sign-in and adding accounts by OAuth 2: what the routes need of the OAuth client. */
import type { Id, ProviderProblem } from "@pismo/jmap";
import type { Admission } from "./sign-in.ts";

/** Where our own page starts a sign-in at a provider. */
export const OAUTH_START_PATH = "/auth/oauth/start";

export interface OAuthSignIns {
  /** The providers that a person may choose. */
  readonly providers: readonly { id: string; name: string; domains: string[] }[];
  /** The providers of the mail server in hosted mode; none where it takes passwords. */
  readonly entrances: readonly { id: string; name: string }[];
  /**
   * @param redirectUri the callback URL
   * @param browser a secret of the browser, which the callback must bring back
   * @returns the URL of the provider's page; undefined: unknown provider. @throws Error the provider cannot be reached
   */
  begin(
    provider: string,
    purpose:
      | { kind: "add"; address: string; name: string }
      | { kind: "again" | "contacts"; accountId: Id }
      | { kind: "enter" },
    redirectUri: string,
    browser: string,
  ): Promise<string | undefined>;
  /** With the query parameters of the callback. */
  finish(
    answer: URLSearchParams,
    browser: string | undefined,
  ): Promise<
    | ({ kind: "add" | "again" | "contacts" | "enter"; provider: string } & Admission)
    | { problem: ProviderProblem; provider: string | undefined }
  >;
}
