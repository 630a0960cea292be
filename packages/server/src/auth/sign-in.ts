/** Getting in by name and password, on a server that serves several people. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { createAttempts } from "./attempts.ts";
import type { BrowserSessions, IssuedSession } from "./browser-sessions.ts";
import { addressOf, type OwnNames, type RequestFacts } from "./place.ts";
import { SignInError, tooManyAttempts } from "./sign-in-error.ts";

/**
 * Asks the mail server whether it lets this person in.
 * @returns the account, made with the first sign-in; undefined: the server refuses the name or the password
 * @throws Error when the server cannot be asked; its message says why, without secrets
 */
export type PasswordCheck = (username: string, password: string) => Promise<Id | undefined>;

export interface SignIn {
  /** @throws SignInError 401 wrong name or password, 429 too many attempts, 503 the mail server cannot be asked */
  signIn(facts: RequestFacts, username: string, password: string): Promise<IssuedSession>;
  /** For whom the mail server has let in by other means. */
  admit(facts: RequestFacts, accountId: Id): Promise<IssuedSession>;
}

/** One address may hide many people, a name is one person's. */
const byAddress = { allowed: 30, window: 60_000 };
const byName = { allowed: 10, window: 5 * 60_000 };

export function createSignIn(check: PasswordCheck, sessions: BrowserSessions, names: OwnNames, log: Logger): SignIn {
  const addresses = createAttempts(byAddress);
  const people = createAttempts(byName);
  const admit = (facts: RequestFacts, accountId: Id): Promise<IssuedSession> =>
    sessions.issue({ accountId, userAgent: facts.userAgent ?? "" });

  return {
    admit,
    async signIn(facts, username, password) {
      const address = addressOf(facts, names);
      const name = username.trim().toLowerCase();
      const wait = Math.max(addresses.waitFor(address), people.waitFor(name));
      if (wait > 0) throw tooManyAttempts(wait);
      // Counted before the answer is known: many at once are not let through together.
      addresses.failed(address);
      people.failed(name);
      const accountId = await check(username.trim(), password).catch((error: unknown) => {
        log.warn("the mail server could not be asked at a sign-in", { reason: (error as Error).message });
        throw new SignInError(503, "The mail server cannot be reached: try again later.");
      });
      if (accountId === undefined) {
        log.warn("sign-in refused", { peer: address });
        throw new SignInError(401, "The name or the password is wrong.");
      }
      addresses.succeeded(address);
      people.succeeded(name);
      return admit(facts, accountId);
    },
  };
}
