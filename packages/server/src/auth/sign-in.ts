/** Sign-in by name and password, in hosted mode. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { isBrowserSecret, isKnownBrowser, noteKnownBrowser } from "../store/auth/known-browsers.ts";
import { hashOf, newSecret } from "../store/auth/secrets.ts";
import type { Store } from "../store/db/store.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import type { BrowserSessions, IssuedSession } from "./browser-sessions.ts";
import { addressOf, clientAddressOf, type OwnNames, type RequestFacts } from "./request-origin.ts";
import { SignInError, tooManyAttempts } from "./sign-in-error.ts";

/**
 * Asks the mail server whether the password is correct.
 * @param clientAddress IP address of the person's browser, for the limits and the log of the mail server
 * @returns the account, created at the first sign-in; undefined: the server rejects the name or the password
 * @throws Error when the server cannot be reached; its message gives the reason, without secrets
 */
export type PasswordCheck = (username: string, password: string, clientAddress: string) => Promise<Id | undefined>;

export interface SignedIn {
  session: IssuedSession;
  /** Identifies the browser at later sign-ins, by a cookie of its own. */
  browser: IssuedSession;
}

export interface SignIn {
  /** @throws SignInError 401 wrong name or password, 429 too many attempts, 503 the mail server cannot be reached */
  signIn(facts: RequestFacts, username: string, password: string): Promise<SignedIn>;
  /** For a person whom the mail server authenticated by other means. */
  admit(facts: RequestFacts, accountId: Id): Promise<IssuedSession>;
}

export interface SignInOptions {
  check: PasswordCheck;
  store: Store;
  sessions: BrowserSessions;
  names: OwnNames;
  /** The domain appended to user names without one. */
  domain: string;
  log: Logger;
}

/** One address may be shared by many people. */
const byAddress = { allowed: 30, windowMs: 60_000 };
const byNameAndAddress = { allowed: 10, windowMs: 5 * 60_000 };
/** Limits guesses from many addresses: unknown browsers have to wait, the person's known ones do not. */
const byName = { allowed: 50, windowMs: 30 * 60_000 };
/** A cookie may be stolen; it permits only this many guesses. */
const byBrowser = { allowed: 10, windowMs: 5 * 60_000 };

/** Browsers keep no cookie for longer than 400 days. */
const KNOWN_FOR_MS = 400 * 24 * 60 * 60 * 1000;

/** Equal for all spellings of one person's name: case-insensitive, with our domain and without. */
export function nameKey(username: string, domain: string): string {
  const name = username.normalize("NFC").trim().toLowerCase();
  return name.endsWith(`@${domain}`) ? name.slice(0, -domain.length - 1) : name;
}

/** One limit and its key. */
interface Counter {
  attempts: Attempts;
  key: string;
  /** A success clears the person's own failures; for other keys it would clear the guesses of others. */
  isPersons: boolean;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { check, store, sessions, names, domain, log } = options;
  const addresses = createAttempts(byAddress);
  const namesAndAddresses = createAttempts(byNameAndAddress);
  const people = createAttempts(byName);
  const browsers = createAttempts(byBrowser);

  /** A known browser has limits of its own, independent of guesses elsewhere. */
  async function countersFor({ browserSecret }: RequestFacts, name: string, address: string): Promise<Counter[]> {
    const isKnown =
      browserSecret !== undefined && (await store.read((reader) => isKnownBrowser(reader, browserSecret, name)));
    if (isKnown) return [{ attempts: browsers, key: `${hashOf(browserSecret)}\n${name}`, isPersons: true }];
    return [
      { attempts: addresses, key: address, isPersons: false },
      { attempts: namesAndAddresses, key: `${name}\n${address}`, isPersons: true },
      { attempts: people, key: name, isPersons: false },
    ];
  }

  async function knownFromNowOn(secret: string | undefined, name: string, accountId: Id): Promise<IssuedSession> {
    const expiresAt = new Date(Date.now() + KNOWN_FOR_MS);
    return store.write(async (tx) => {
      // Another site of the domain may have set a foreign secret.
      const own = secret !== undefined && (await isBrowserSecret(tx, secret)) ? secret : newSecret();
      await noteKnownBrowser(tx, own, { name, accountId, expiresAt });
      return { secret: own, expiresAt };
    });
  }

  const admit = (facts: RequestFacts, accountId: Id): Promise<IssuedSession> =>
    sessions.issue({ accountId, userAgent: facts.userAgent ?? "" });

  return {
    admit,
    async signIn(facts, username, password) {
      const address = addressOf(facts, names);
      const name = nameKey(username, domain);
      const counters = await countersFor(facts, name, address);
      const wait = Math.max(...counters.map(({ attempts, key }) => attempts.waitFor(key)));
      if (wait > 0) throw tooManyAttempts(wait);
      // Counted before the result is known: concurrent attempts do not bypass the limit.
      for (const { attempts, key } of counters) attempts.failed(key);
      const asked = check(username.trim(), password, clientAddressOf(facts, names));
      const accountId = await asked.catch((error: unknown) => {
        for (const { attempts, key } of counters) attempts.takeBack(key);
        log.warn("the mail server could not be asked at a sign-in", { reason: (error as Error).message });
        throw new SignInError(503, "The mail server cannot be reached: try again later.");
      });
      if (accountId === undefined) {
        log.warn("sign-in refused", { peer: address });
        throw new SignInError(401, "The name or the password is wrong.");
      }
      for (const { attempts, key, isPersons } of counters) {
        if (isPersons) attempts.succeeded(key);
        else attempts.takeBack(key);
      }
      const session = await admit(facts, accountId);
      return { session, browser: await knownFromNowOn(facts.browserSecret, name, accountId) };
    },
  };
}
