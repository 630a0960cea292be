/** Getting in and out by name and password, on a server that serves several people. */
import { SIGN_IN, type SignInCapability } from "@pismo/jmap";
import { forgetEverything } from "../database.ts";
import { forgetPage } from "../prefetch/page-snapshot.ts";
import { notify } from "../notices.ts";
import { getSession, refreshSession, useSessionState } from "./session.ts";

export type SignInRefusal =
  /** The name or the password is wrong. */
  | { reason: "wrong" }
  /** Too many attempts: `seconds` until the next one. */
  | { reason: "wait"; seconds: number }
  /** The mail server behind ours cannot be reached. */
  | { reason: "mailServer" }
  /** Ours cannot. */
  | { reason: "unreachable" };

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

/** @returns undefined when the person is in */
export async function signIn(path: string, username: string, password: string): Promise<SignInRefusal | undefined> {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    if (answer.ok) {
      const before = getSession()?.username;
      await refreshSession();
      // Another person signs in: nothing of the previous one may stay in memory.
      if (before !== undefined && before !== getSession()?.username) window.location.assign("/");
      return undefined;
    }
    if (answer.status === 429) return { reason: "wait", seconds: Number(answer.headers.get("retry-after") ?? 60) };
    return { reason: answer.status === 401 ? "wrong" : "mailServer" };
  } catch (error) {
    if (error instanceof TypeError) return { reason: "unreachable" };
    throw error;
  }
}

const capability = (): SignInCapability | undefined =>
  getSession()?.capabilities[SIGN_IN] as SignInCapability | undefined;

/** Whether sign-out is offered: only to a person who signed in. */
export const useCanSignOut = (): boolean =>
  useSessionState(({ session }) => session?.capabilities[SIGN_IN] !== undefined);

/** Ends this browser's session and leaves the page: nothing of the person stays in memory or on this computer. */
export async function signOut(): Promise<void> {
  const url = capability()?.signOutUrl;
  if (!url) return;
  try {
    // Before anything is ended: what could not be forgotten afterwards must not be left behind.
    const answer = await fetch(new URL(url).pathname, { method: "POST" });
    // 401: the session is over already.
    if (!answer.ok && answer.status !== 401) throw new TypeError(`${answer.status}`);
    await forgetEverything();
    forgetPage();
    window.location.assign("/sign-in");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    notify({ key: "shell.accounts.notOut", tone: "error" });
  }
}
