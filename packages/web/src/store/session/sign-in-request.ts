/** Getting in by name and password: code of the sign-in page. */
import { type ProblemDetails, RequestError } from "@pismo/jmap";
import { failureNumber } from "../failure-number.ts";
import { getSession, refreshSession } from "./session.ts";

export type SignInRefusal =
  /** The name or the password is wrong. */
  | { reason: "wrong" }
  /** The administrator has disabled the person. */
  | { reason: "disabled" }
  /** Too many attempts: `seconds` until the next one. */
  | { reason: "wait"; seconds: number }
  /** The mail server behind ours cannot be reached, or ours failed: `number` finds it in its log. */
  | { reason: "mailServer"; number: string | undefined }
  /** Ours cannot. */
  | { reason: "unreachable" };

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
    const problem = await problemOf(answer);
    if (answer.status === 403 && problem?.isDisabled) return { reason: "disabled" };
    if (answer.status === 401) return { reason: "wrong" };
    return { reason: "mailServer", number: problem && failureNumber(new RequestError(problem)) };
  } catch (error) {
    if (error instanceof TypeError) return { reason: "unreachable" };
    throw error;
  }
}

/** undefined: a proxy in front answers with a page of its own. */
async function problemOf(answer: Response): Promise<ProblemDetails | undefined> {
  if (!answer.headers.get("content-type")?.startsWith("application/problem+json")) return undefined;
  return (await answer.json()) as ProblemDetails;
}
