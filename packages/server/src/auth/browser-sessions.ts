/** Browser sessions: extended while in use, deleted a month after their last use. */
import type { Logger } from "../log.ts";
import {
  type BrowserSession,
  createBrowserSession,
  extendBrowserSession,
  findBrowserSession,
  noteBrowserSessionUse,
  type SealedGrant,
  type SessionOwner,
} from "../store/auth/browser-sessions.ts";
import { isOpen } from "../store/auth/accounts.ts";
import { type AuditClient, noteAudit } from "../store/people/audit-log.ts";
import { createCommitCache } from "../store/db/commit-cache.ts";
import { hasOpeningLink, redeemOpeningLink } from "../store/auth/opening-links.ts";
import { hashOf } from "../store/auth/secrets.ts";
import type { Store, Transactor } from "../store/db/store.ts";
import { PersonDisabled } from "./sign-in-error.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** An older session gets a new secret with the next page: a stolen one does not last. */
const RENEW_BELOW_MS = LIFETIME_MS - 24 * 60 * 60 * 1000;
/** The time that an open page has with its old secret: it gets the new cookie with its next request. */
const OVERLAP_MS = 60 * 60 * 1000;
/** Rounded to the hour: not every request should write. */
const NOTE_EVERY_MS = 60 * 60 * 1000;

/** Maximum number of cached sessions. */
const MAX_CACHED = 1000;

export interface IssuedSession {
  secret: string;
  expiresAt: Date;
}

export interface BrowserSessions {
  find(secret: string): Promise<BrowserSession | undefined>;
  /** @throws PersonDisabled */
  issue(owner: SessionOwner, from?: AuditClient, grant?: SealedGrant): Promise<IssuedSession>;
  /** Exchanges the secret of an opening link, which becomes invalid. undefined: it is invalid. */
  redeem(link: string, userAgent: string): Promise<IssuedSession | undefined>;
  /** A new secret for the session with this one, unless it is recent or the session has ended. */
  renew(secret: string): Promise<IssuedSession | undefined>;
}

/** @throws PersonDisabled, also where the account has just been removed */
async function create(
  tx: Transactor,
  owner: SessionOwner,
  { before: old, grant }: { before?: BrowserSession; grant?: SealedGrant | undefined } = {},
): Promise<IssuedSession> {
  // In the transaction: a person may be disabled while they sign in, or while their session is renewed.
  if (owner.accountId !== null && !(await isOpen(tx, owner.accountId))) throw new PersonDisabled();
  if (old) await extendBrowserSession(tx, old.id, new Date(Date.now() + OVERLAP_MS));
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  const { secret } = await createBrowserSession(tx, expiresAt, owner, {
    ...(old && { before: old }),
    ...(grant && { grant }),
  });
  return { secret, expiresAt };
}

export function createBrowserSessions(store: Store, log: Logger): BrowserSessions {
  const cache = createCommitCache<BrowserSession | undefined>(store, MAX_CACHED);

  async function find(secret: string): Promise<BrowserSession | undefined> {
    const session = await cache.get(hashOf(secret), async () => {
      const value = await store.readOnce((reader) => findBrowserSession(reader, secret));
      return { value, weight: value && 1 };
    });
    return session && session.expiresAt.getTime() > Date.now() ? session : undefined;
  }

  return {
    async find(secret) {
      const session = await find(secret);
      const now = new Date();
      if (session && now.getTime() - session.usedAt.getTime() > NOTE_EVERY_MS) {
        await store
          .write((tx) => noteBrowserSessionUse(tx, session.id, now))
          .catch((error: unknown) => log.warn("the use of a session could not be noted", { error }));
      }
      return session;
    },
    issue: (owner, from, grant) =>
      store.write(async (tx) => {
        const issued = await create(tx, owner, { grant });
        if (from) await noteAudit(tx, { event: "signedIn", accountId: owner.accountId, from });
        return issued;
      }),
    async redeem(link, userAgent) {
      // Guesses do not block the writer.
      if (!(await store.read((reader) => hasOpeningLink(reader, link)))) return undefined;
      return store.write(async (tx) =>
        (await redeemOpeningLink(tx, link)) ? create(tx, { accountId: null, userAgent, isByLink: true }) : undefined,
      );
    },
    async renew(secret) {
      const old = await find(secret);
      if (!old || old.expiresAt.getTime() - Date.now() > RENEW_BELOW_MS) return undefined;
      try {
        return await store.write((tx) => create(tx, old, { before: old }));
      } catch (error) {
        if (error instanceof PersonDisabled) return undefined;
        // A full disk must not prevent reading: the old secret stays valid.
        log.warn("a session could not be renewed", { error });
        return undefined;
      }
    },
  };
}
