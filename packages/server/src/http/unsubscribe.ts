/** Telling a mailing list that somebody wants no more of it: RFC 8058 §3.2. Nothing of the reader goes along. */
import type { UnsubscribeOutcome } from "@pismo/jmap";
import { createAttempts } from "../auth/attempts.ts";
import type { Logger } from "../log.ts";
import { askPublic, RefusedAddress, type TestReach } from "../net/public-request.ts";

export interface UnsubscribeRules extends TestReach {
  /** Milliseconds from the look-up to the answer. */
  timeout: number;
}

/** Lists that one caller may leave: a person clears out their mailbox, a program must not use us to knock at doors. */
const rules = { allowed: 30, window: 60_000 };
const body = "List-Unsubscribe=One-Click";
const headers = { "content-type": "application/x-www-form-urlencoded" };

function outcomeOf(status: number): UnsubscribeOutcome {
  if (status >= 200 && status < 300) return "done";
  // §3.1: a sender must not redirect; who follows would take the request to where nobody has signed for.
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

export function createUnsubscriber({ timeout, ...reach }: UnsubscribeRules, log: Logger) {
  const asked = createAttempts(rules);
  return async (caller: string, url: string): Promise<UnsubscribeOutcome | undefined> => {
    if (asked.waitFor(caller) > 0) return undefined;
    asked.failed(caller);
    try {
      const signal = AbortSignal.timeout(timeout);
      const response = await askPublic(url, { method: "POST", headers, body, signal }, reach);
      // Nobody reads what a list has to say about it.
      response.destroy();
      return outcomeOf(response.statusCode ?? 0);
    } catch (error) {
      log.debug("a list could not be left", { host: URL.parse(url)?.host, error });
      return error instanceof RefusedAddress ? "notAsked" : "unreachable";
    }
  };
}
