/** Getting in, and adding accounts, by way of a provider (OAuth 2): what the routes need of whoever speaks with it. */
import type { Id, ProviderProblem } from "@pismo/jmap";

/** Where our own page asks for a sign-in at a provider. */
export const OAUTH_START_PATH = "/auth/oauth/start";

export interface OAuthSignIns {
  /** What a person may choose from. */
  readonly providers: readonly { id: string; name: string; domains: string[] }[];
  /** The providers of the mail server that everybody signs in to; none where that takes passwords. */
  readonly entrances: readonly { id: string; name: string }[];
  /**
   * @param redirectUri where the provider sends the person back to
   * @param browser a secret of the browser, which has to come back with the answer
   * @returns where the person is to go; undefined: no such provider. @throws Error the provider cannot be asked
   */
  begin(
    provider: string,
    purpose: { kind: "add"; address: string; name: string } | { kind: "again"; accountId: Id } | { kind: "enter" },
    redirectUri: string,
    browser: string,
  ): Promise<string | undefined>;
  /** With the parameters that the person brought back. */
  finish(
    answer: URLSearchParams,
    browser: string | undefined,
  ): Promise<
    | { kind: "add" | "again" | "enter"; provider: string; accountId: Id }
    | { problem: ProviderProblem; provider: string | undefined }
  >;
}
