/**
 * An extension of ours: accounts whose provider wants OAuth 2 instead of a password. The person is sent to the provider
 * and comes back; tokens never leave the server. A server without such providers does not name the capability.
 */
import type { Id } from "../core/core.ts";

export const PROVIDER_SIGN_IN = "tag:pismo.localhost,2026:provider-sign-in";

export interface SignInProvider {
  id: string;
  /** For people: "Google". */
  name: string;
}

/** Among the session's capabilities. */
export interface ProviderSignInCapability {
  /** POST ProviderSignInStart; the answer is a ProviderSignInStarted. */
  startUrl: string;
  /** With the domains of addresses that belong to them, in lower case. */
  providers: (SignInProvider & { domains: string[] })[];
}

/** Among an account's capabilities, where its person signs in with a provider. */
export interface ProviderSignInAccount {
  provider: SignInProvider;
}

/** A new account with this address; an account whose access has ended; or, with neither, getting in. */
export interface ProviderSignInStart {
  provider: string;
  address?: string;
  /** With an address: the person's name, as it is to stand in From. */
  name?: string;
  accountId?: Id;
}

export interface ProviderSignInStarted {
  /** Where the person is to go. */
  url: string;
}

/** Why nothing came of it: it stands in the address that the person comes back to. */
export type ProviderProblem =
  /** It was not begun here, in this browser, or too long ago. */
  | "expired"
  /** The person said no, or the provider did. */
  | "denied"
  /** The provider cannot be asked, or answers with what it should not. */
  | "provider"
  /** The mail server cannot be asked. */
  | "mailServer"
  /** The mail server takes what was granted, but not for this address. */
  | "otherAddress"
  /** The provider does not tell the address. */
  | "noAddress"
  /** There is a mailbox of another kind with this address. */
  | "taken";
