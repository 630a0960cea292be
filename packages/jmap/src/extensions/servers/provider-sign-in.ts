/**
 * An extension of ours: accounts whose provider requires OAuth 2 instead of a password. The person is redirected to the
 * provider and back; tokens never leave the server. A server without such providers lacks the capability.
 */
import type { Id } from "../../core/core.ts";

export const PROVIDER_SIGN_IN = "tag:pismo.localhost,2026:provider-sign-in";

export interface SignInProvider {
  id: string;
  /** For display: "Google". */
  name: string;
}

/** Among the session's capabilities. */
export interface ProviderSignInCapability {
  /** POST ProviderSignInStart; the response is a ProviderSignInStarted. */
  startUrl: string;
  /** With the domains of their addresses, in lower case. */
  providers: (SignInProvider & { domains: string[] })[];
}

/** Among an account's capabilities, where it uses a provider. */
export interface ProviderSignInAccount {
  provider: SignInProvider;
}

/** With an address: adds an account; with an accountId: renews its access; with neither: signs in. */
export interface ProviderSignInStart {
  provider: string;
  address?: string;
  /** With an address: the person's name for From. */
  name?: string;
  accountId?: Id;
  /** With an accountId: the account's address book too. */
  contacts?: boolean;
}

export interface ProviderSignInStarted {
  /** The URL to send the person to. */
  url: string;
}

/** Why it failed, in the URL that the person returns to. */
export type ProviderProblem =
  /** It was not started in this browser, or too long ago. */
  | "expired"
  /** The person or the provider refused. */
  | "denied"
  /** The provider is unreachable, or its response is invalid. */
  | "provider"
  /** The mail server is unreachable. */
  | "mailServer"
  /** The mail server accepts the token, but not for this address. */
  | "otherAddress"
  /** The provider does not return the address. */
  | "noAddress"
  /** The mail was allowed, the contacts were not. */
  | "noContacts"
  /** Another kind of account has this address. */
  | "taken"
  /** The administrator has disabled the person. */
  | "disabled";
