/** One-click unsubscription: RFC 8058 §3.2. The request carries nothing of the reader. */
import type { UnsubscribeOutcome } from "@pismo/jmap";
import { createAttempts } from "../auth/attempts.ts";
import type { Logger } from "../log.ts";
import { askPublic, RefusedAddress, type TestReach } from "../net/public-request.ts";

export interface UnsubscribeRules extends TestReach {
  /** From the DNS lookup to the response. */
  timeoutMs: number;
}

/** Requests per caller: a person cleans up their mailbox, a program must not use us as a relay. */
const rules = { allowed: 30, windowMs: 60_000 };
const body = "List-Unsubscribe=One-Click";
const headers = { "content-type": "application/x-www-form-urlencoded" };

function outcomeOf(status: number): UnsubscribeOutcome {
  if (status >= 200 && status < 300) return "done";
  // §3.1: a sender must not redirect; the target of a redirect is not covered by the signature.
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

export function createUnsubscriber({ timeoutMs, ...reach }: UnsubscribeRules, log: Logger) {
  const asked = createAttempts(rules);
  return async (caller: string, url: string): Promise<UnsubscribeOutcome | undefined> => {
    if (asked.waitFor(caller) > 0) return undefined;
    asked.failed(caller);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await askPublic(url, { method: "POST", headers, body, signal }, reach);
      // The body of the response is ignored.
      response.destroy();
      return outcomeOf(response.statusCode ?? 0);
    } catch (error) {
      log.debug("a list could not be left", { host: URL.parse(url)?.host, error });
      return error instanceof RefusedAddress ? "notAsked" : "unreachable";
    }
  };
}
