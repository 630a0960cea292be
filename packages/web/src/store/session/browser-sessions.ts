/** Where a person is signed in, on a server where people sign in. */
import { SIGN_IN, type SignInCapability } from "@pismo/jmap";
import { givenSession } from "./session.ts";

export interface BrowserSession {
  id: string;
  userAgent: string;
  createdAt: string;
  usedAt: string;
  isCurrent: boolean;
}

function path(): string {
  const capability = givenSession()?.capabilities[SIGN_IN] as SignInCapability | undefined;
  return new URL(capability?.sessionsUrl ?? "", window.location.href).pathname;
}

async function ask(url: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  // 404: it is over already.
  if (!answer.ok && answer.status !== 404) throw new TypeError(`${answer.status}`);
  return answer;
}

/** This browser's first, then the one used last. @throws TypeError */
export async function loadBrowserSessions(signal?: AbortSignal): Promise<BrowserSession[]> {
  const { list } = (await (await ask(path(), signal ? { signal } : {})).json()) as { list: BrowserSession[] };
  return list.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** @throws TypeError */
export async function endBrowserSession(id: string): Promise<void> {
  await ask(`${path()}/${id}`, { method: "DELETE" });
}

/** All but this browser's. @throws TypeError */
export async function endOtherBrowserSessions(): Promise<void> {
  await ask(path(), { method: "DELETE" });
}
