/** The addresses to which the person lets rules send letters on: an extension of ours, RULE_REDIRECTS. */
import {
  type AllowedRedirects,
  type Id,
  RequestError,
  RULE_REDIRECTS,
  type RuleRedirectsCapability,
  SetFailure,
} from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, givenSession } from "../session/session.ts";

export type AllowedRedirect = AllowedRedirects["list"][number];

const capability = (): RuleRedirectsCapability | undefined =>
  givenSession()?.capabilities[RULE_REDIRECTS] as RuleRedirectsCapability | undefined;

/** Whether rules of the account can be let send letters on from this page. */
export const mayRedirect = (accountId: Id): boolean =>
  capability() !== undefined && hasCapability(getSession(), accountId, RULE_REDIRECTS);

export const needsPassword = (): boolean => capability()?.needsPassword === true;

const path = (): string => new URL(capability()?.url ?? "", window.location.href).pathname;

/** @throws TypeError */
export async function loadRedirects(accountId: Id): Promise<AllowedRedirect[]> {
  if (!mayRedirect(accountId)) return [];
  const answer = await fetch(`${path()}?${new URLSearchParams({ account: accountId })}`);
  if (!answer.ok) throw new TypeError(String(answer.status));
  return ((await answer.json()) as AllowedRedirects).list;
}

const send = (method: string, body: Record<string, string>): Promise<Response> =>
  fetch(path(), { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

export type NotAllowed =
  | { reason: "wrong" }
  | { reason: "wait"; seconds: number }
  | { reason: "failed"; error: unknown };

const failureOf = ({ status }: Response): RequestError => new RequestError({ type: "about:blank", status });

/** @returns undefined when rules may send letters on to all of them */
export async function allowRedirects(
  accountId: Id,
  addresses: readonly string[],
  password: string,
): Promise<NotAllowed | undefined> {
  for (const address of addresses) {
    const answer = await send("POST", { accountId, address, password }).catch((error: unknown) => ({ error }));
    if ("error" in answer) return { reason: "failed", error: answer.error };
    if (answer.ok) continue;
    if (answer.status === 401) return { reason: "wrong" };
    if (answer.status === 429) return { reason: "wait", seconds: Number(answer.headers.get("retry-after") ?? 60) };
    return { reason: "failed", error: failureOf(answer) };
  }
  return undefined;
}

/** @throws RequestError, and what fetch throws */
export async function forbidRedirect(accountId: Id, address: string): Promise<void> {
  const answer = await send("DELETE", { accountId, address });
  if (!answer.ok) throw failureOf(answer);
}

/** Of a script that was refused: the addresses that the person has to allow first. */
export const addressesToAllow = (error: unknown): readonly string[] | undefined =>
  error instanceof SetFailure && error.error.type === "redirectNotAllowed" ? error.error.addresses : undefined;
