/** Getting in and out by name and password, on a server that serves several people. */
import { SIGN_IN, type SignInCapability } from "@pismo/jmap";
import { forgetPage } from "./kept-page.ts";
import { notify } from "./notices.ts";
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

/** Where a name and a password are to be sent; undefined where nobody signs in, or somebody has. */
export const useSignInPath = (): string | undefined => useSessionState(({ signInPath }) => signInPath);

/** Whether somebody was in since the page was loaded. */
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
      // Somebody else sits here now: nothing of the one before may stay in memory.
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

/** Whether there is a way out: only for who signed in. */
export const useCanSignOut = (): boolean =>
  useSessionState(({ session }) => session?.capabilities[SIGN_IN] !== undefined);

/** Ends this browser's session and leaves the page: nothing of the person stays in memory or on this computer. */
export async function signOut(): Promise<void> {
  const url = capability()?.signOutUrl;
  if (!url) return;
  try {
    // Before anything is ended: what could not be forgotten afterwards must not be left behind.
    const { forgetEverything } = await import("./database.ts");
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
