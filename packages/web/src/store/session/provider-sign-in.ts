/** Signing in with a provider that wants OAuth 2: what there is to choose from, and the way there. */
import {
  type Id,
  type ProblemDetails,
  PROVIDER_SIGN_IN,
  type ProviderSignInAccount,
  type ProviderSignInCapability,
  type ProviderSignInStart,
  type ProviderSignInStarted,
  type SignInProvider,
} from "@pismo/jmap";
import { givenSession, useSessionState } from "./session.ts";

const capability = (): ProviderSignInCapability | undefined =>
  givenSession()?.capabilities[PROVIDER_SIGN_IN] as ProviderSignInCapability | undefined;

/** The provider that an address belongs to; undefined: none that is set up on this server. */
export function providerOf(address: string): SignInProvider | undefined {
  const domain = address
    .slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  return capability()?.providers.find(({ domains }) => domains.includes(domain));
}

/** The provider that the person of an account signs in with; undefined: it is by a password. */
export const useAccountProvider = (accountId: Id): SignInProvider | undefined =>
  useSessionState(
    ({ session }) =>
      session?.accounts[accountId]?.accountCapabilities[PROVIDER_SIGN_IN] as ProviderSignInAccount | undefined,
  )?.provider;

/** The OAuth providers of this server, which replace passwords. */
export const useSignInWith = (): ProblemDetails["signInWith"] => useSessionState(({ signInWith }) => signInWith);

/**
 * Leaves the page for the provider's. The person comes back to /sign-in/provider.
 * @param path of the start URL, before the sign-in
 * @returns why it did not
 */
export async function goToProvider(
  start: ProviderSignInStart,
  path?: string,
): Promise<"away" | "unreachable" | undefined> {
  const startUrl = capability()?.startUrl;
  const from = path ?? (startUrl && new URL(startUrl).pathname);
  if (!from) return "away";
  try {
    const answer = await fetch(from, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(start),
    });
    if (!answer.ok) return "away";
    const { url } = (await answer.json()) as ProviderSignInStarted;
    window.location.assign(url);
    return undefined;
  } catch (error) {
    if (error instanceof TypeError) return "unreachable";
    throw error;
  }
}
