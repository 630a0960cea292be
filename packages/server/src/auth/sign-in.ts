/** Sign-in by name and password, in hosted mode. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import type { SealedGrant } from "../store/auth/browser-sessions.ts";
import { isBrowserSecret, isKnownBrowser, noteKnownBrowser } from "../store/auth/known-browsers.ts";
import { hashOf, newSecret } from "../store/auth/secrets.ts";
import {
  beginAttempt,
  clearAttempts,
  type Counter,
  secondsToWait,
  takeAttemptBack,
} from "../store/auth/sign-in-attempts.ts";
import { noteAudit, noteRefusal } from "../store/people/audit-log.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import type { BrowserSessions, IssuedSession } from "./browser-sessions.ts";
import { addressOf, clientAddressOf, type OwnNames, type RequestFacts } from "./request-origin.ts";
import { PersonDisabled, SignInError, tooManyAttempts } from "./sign-in-error.ts";

export interface Admission {
  /** Created at the first sign-in. */
  accountId: Id;
  /** Sealed, for requests in the person's name while the session lasts. Left out: the session needs none. */
  credential?: string;
  /** Of a provider, kept with the credential that stands for it. */
  grant?: SealedGrant;
}

/**
 * Asks the mail server whether the password is correct.
 * @param clientAddress IP address of the person's browser, for the limits and the log of the mail server
 * @returns undefined: the server rejects the name or the password
 * @throws Error when the server cannot be reached; its message gives the reason, without secrets
 */
export type CredentialCheck = (
  username: string,
  password: string,
  clientAddress: string,
) => Promise<Admission | undefined>;

export interface SignedIn {
  session: IssuedSession;
  /** Identifies the browser at later sign-ins, by a cookie of its own. */
  browser: IssuedSession;
}

export interface SignIn {
  /**
   * @throws SignInError 401 wrong name or password, 403 the person is disabled, 429 too many attempts, 503 the mail server
   * cannot be reached
   */
  signIn(facts: RequestFacts, username: string, password: string): Promise<SignedIn>;
  /** That the caller has the password of their account too, before a grave step. @throws SignInError as signIn does */
  confirm(facts: RequestFacts, accountId: Id, username: string, password: string): Promise<void>;
  /** For a person whom the mail server authenticated by other means. @throws PersonDisabled */
  admit(facts: RequestFacts, admission: Admission): Promise<IssuedSession>;
}

export interface SignInOptions {
  check: CredentialCheck;
  store: Store;
  sessions: BrowserSessions;
  names: OwnNames;
  /** The domain appended to user names without one. */
  domain: string;
  log: Logger;
}

/** One address may be shared by many people. */
const byAddress = { name: "address", allowed: 30, windowMs: 60_000 };
const byNameAndAddress = { name: "nameAndAddress", allowed: 10, windowMs: 5 * 60_000 };
/** Limits guesses from many addresses: unknown browsers have to wait, the person's known ones do not. */
const byName = { name: "name", allowed: 50, windowMs: 30 * 60_000 };
/** A cookie may be stolen; it permits only this many guesses. */
const byBrowser = { name: "browser", allowed: 10, windowMs: 5 * 60_000 };

/** Browsers keep no cookie for longer than 400 days. */
const KNOWN_FOR_MS = 400 * 24 * 60 * 60 * 1000;

/** Equal for all spellings of one person's name: case-insensitive, with our domain and without. */
export function nameKey(username: string, domain: string): string {
  const name = username.normalize("NFC").trim().toLowerCase();
  return name.endsWith(`@${domain}`) ? name.slice(0, -domain.length - 1) : name;
}

interface PersonsCounter extends Counter {
  /** A success clears the person's own failures; for other keys it would clear the guesses of others. */
  isPersons: boolean;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { check, store, sessions, names, domain, log } = options;

  /** A known browser has limits of its own, independent of guesses elsewhere. */
  async function countersFor(
    { browserSecret }: RequestFacts,
    name: string,
    address: string,
  ): Promise<PersonsCounter[]> {
    const isKnown =
      browserSecret !== undefined && (await store.read((reader) => isKnownBrowser(reader, browserSecret, name)));
    if (isKnown) return [{ rule: byBrowser, key: `${hashOf(browserSecret)}\n${name}`, isPersons: true }];
    return [
      { rule: byAddress, key: address, isPersons: false },
      { rule: byNameAndAddress, key: `${name}\n${address}`, isPersons: true },
      { rule: byName, key: name, isPersons: false },
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

  const clientOf = (facts: RequestFacts) => ({ address: clientAddressOf(facts, names), userAgent: facts.userAgent });

  /** A full disk must not hide why a sign-in is refused. */
  const note = (work: (tx: Transactor) => Promise<void>): Promise<void> =>
    store.write(work).catch((error: unknown) => log.warn("a refused sign-in could not be noted", { error }));

  async function admit(facts: RequestFacts, { accountId, credential, grant }: Admission): Promise<IssuedSession> {
    const from = clientOf(facts);
    try {
      const owner = { accountId, userAgent: facts.userAgent ?? "", credential: credential ?? null };
      return await sessions.issue(owner, from, grant);
    } catch (error) {
      if (error instanceof PersonDisabled)
        await note((tx) => noteAudit(tx, { event: "signInDisabled", accountId, from }));
      throw error;
    }
  }

  /** @returns the person, whose guesses count no longer */
  async function checked(facts: RequestFacts, username: string, password: string): Promise<Admission> {
    const address = addressOf(facts, names);
    const name = nameKey(username, domain);
    const counters = await countersFor(facts, name, address);
    const now = new Date();
    // Who has to wait costs no write. Counted before the result is known: concurrent attempts do not bypass the limit.
    const wait =
      (await store.read((reader) => secondsToWait(reader, counters, now))) ||
      (await store.write((tx) => beginAttempt(tx, counters, now)));
    if (wait > 0) throw tooManyAttempts(wait);
    const asked = check(username.trim(), password, clientAddressOf(facts, names));
    const admission = await asked.catch(async (error: unknown) => {
      await store.write((tx) => takeAttemptBack(tx, counters));
      const { message: reason } = error as Error;
      log.warn("the mail server could not be asked at a sign-in", { request: facts.requestId, reason });
      throw new SignInError(503, "The mail server cannot be reached: try again later.");
    });
    if (admission === undefined) {
      log.warn("sign-in refused", { request: facts.requestId, peer: address });
      await note((tx) => noteRefusal(tx, [name, `${name}@${domain}`], clientOf(facts)));
      throw new SignInError(401, "The name or the password is wrong.");
    }
    await store.write(async (tx) => {
      await clearAttempts(
        tx,
        counters.filter(({ isPersons }) => isPersons),
      );
      await takeAttemptBack(
        tx,
        counters.filter(({ isPersons }) => !isPersons),
      );
    });
    return admission;
  }

  return {
    admit,
    async signIn(facts, username, password) {
      const admission = await checked(facts, username, password);
      const session = await admit(facts, admission);
      const name = nameKey(username, domain);
      return { session, browser: await knownFromNowOn(facts.browserSecret, name, admission.accountId) };
    },
    async confirm(facts, accountId, username, password) {
      const admission = await checked(facts, username, password);
      if (admission.accountId !== accountId) throw new SignInError(401, "The password is wrong.");
    },
  };
}
