/** Sessions of browsers: extended while they are used, gone a month after that. */
import type { Logger } from "../log.ts";
import {
  type BrowserSession,
  createBrowserSession,
  extendBrowserSession,
  findBrowserSession,
  noteBrowserSessionUse,
  type SessionOwner,
} from "../store/browser-sessions.ts";
import { createKept } from "../store/kept.ts";
import { hashOf } from "../store/secrets.ts";
import type { Store } from "../store/store.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** An older session gets a new secret with the next page: what was stolen does not last. */
const RENEW_BELOW_MS = LIFETIME_MS - 24 * 60 * 60 * 1000;
/** What a page that is open with the old secret still has time for: it gets the new cookie with its next request. */
const OVERLAP_MS = 60 * 60 * 1000;
/** To the hour: not every request should write. */
const NOTE_EVERY_MS = 60 * 60 * 1000;

/** Sessions that are kept while nothing changes. */
const MAX_KEPT = 1000;

export interface IssuedSession {
  secret: string;
  expiresAt: Date;
}

export interface BrowserSessions {
  find(secret: string): Promise<BrowserSession | undefined>;
  issue(owner: SessionOwner): Promise<IssuedSession>;
  /** A new secret for the session with this one, unless it is fresh enough or over. */
  renew(secret: string): Promise<IssuedSession | undefined>;
}

export function createBrowserSessions(store: Store, log: Logger): BrowserSessions {
  const kept = createKept<BrowserSession | undefined>(store, MAX_KEPT);

  async function find(secret: string): Promise<BrowserSession | undefined> {
    const session = await kept.get(hashOf(secret), async () => {
      const value = await store.read((reader) => findBrowserSession(reader, secret));
      return { value, weight: value && 1 };
    });
    return session && session.expiresAt.getTime() > Date.now() ? session : undefined;
  }

  const issue = (owner: SessionOwner, old?: BrowserSession): Promise<IssuedSession> =>
    store.write(async (tx) => {
      if (old) await extendBrowserSession(tx, old.id, new Date(Date.now() + OVERLAP_MS));
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      const { secret } = await createBrowserSession(tx, expiresAt, owner, old);
      return { secret, expiresAt };
    });

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
    issue: (owner) => issue(owner),
    async renew(secret) {
      const old = await find(secret);
      if (!old || old.expiresAt.getTime() - Date.now() > RENEW_BELOW_MS) return undefined;
      try {
        return await issue(old, old);
      } catch (error) {
        // A full disk must not keep anybody from reading: the old one lasts.
        log.warn("a session could not be renewed", { error });
        return undefined;
      }
    },
  };
}
