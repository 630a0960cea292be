/** Getting in and out by name and password, on a server that serves several people. */
import { SIGN_IN, type SignInCapability } from "@pismo/jmap";
import { forgetEverything } from "../database.ts";
import { forgetPage } from "../prefetch/page-snapshot.ts";
import { notify } from "../notices.ts";
import { givenSession, refreshSession, useSessionState } from "./session.ts";

/** The sign-in URL; undefined where there is no sign-in, or the person is signed in. */
export const useSignInPath = (): string | undefined => useSessionState(({ signInPath }) => signInPath);

/** Whether this browser gets in by an address with a one-time secret, and not by a name and a password. */
export const useOpensByLink = (): boolean => useSessionState(({ opensByLink }) => opensByLink === true);

/** Asks the server again. @returns whether this browser is in now */
export const isLetIn = (): Promise<boolean> =>
  refreshSession().then(
    () => true,
    () => false,
  );

/** Whether a person was signed in since the page was loaded. */
export const useHasSession = (): boolean => useSessionState(({ session }) => session !== undefined);

const capability = (): SignInCapability | undefined =>
  givenSession()?.capabilities[SIGN_IN] as SignInCapability | undefined;

/** Whether sign-out is offered: only to a person who signed in. */
export const useCanSignOut = (): boolean => useSessionState(({ given }) => given?.capabilities[SIGN_IN] !== undefined);

/**
 * Ends this browser's session and leaves the page: nothing of the person stays in memory or on this computer.
 * @param refusesWaiting not where letters would then not go at their time
 * @returns the subjects of these; then nothing has ended
 */
export async function signOut(refusesWaiting = false): Promise<string[] | undefined> {
  const url = capability()?.signOutUrl;
  if (!url) return undefined;
  try {
    // Before anything is ended: what could not be forgotten afterwards must not be left behind.
    const answer = await fetch(new URL(url).pathname + (refusesWaiting ? "?waiting=refuse" : ""), { method: "POST" });
    if (answer.status === 409) return ((await answer.json()) as { unsent: string[] }).unsent;
    // 401: the session is over already.
    if (!answer.ok && answer.status !== 401) throw new TypeError(`${answer.status}`);
    await forgetEverything();
    forgetPage();
    window.location.assign("/sign-in");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    notify({ key: "shell.accounts.notOut", tone: "error" });
  }
  return undefined;
}
