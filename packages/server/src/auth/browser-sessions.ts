/** Sessions of browsers on this machine: made with the page, extended while it is used, gone a month after that. */
import { createBrowserSession, extendBrowserSession, findBrowserSession } from "../store/browser-sessions.ts";
import type { Store } from "../store/store.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** An older session gets a new secret with the next page: what was stolen does not last. */
const RENEW_BELOW_MS = LIFETIME_MS - 24 * 60 * 60 * 1000;

export interface IssuedSession {
  secret: string;
  expiresAt: Date;
}

export interface BrowserSessions {
  find(secret: string): Promise<{ id: string } | undefined>;
  /** A new session, unless the one with `secret` is fresh enough. */
  renew(secret: string | undefined): Promise<IssuedSession | undefined>;
}

/** What a page that is open with the old secret still has time for: it gets the new cookie with its next request. */
const OVERLAP_MS = 60 * 60 * 1000;

export function createBrowserSessions(store: Store): BrowserSessions {
  return {
    find: (secret) => store.read((reader) => findBrowserSession(reader, secret)),
    async renew(secret) {
      const old = secret === undefined ? undefined : await store.read((reader) => findBrowserSession(reader, secret));
      if (old && old.expiresAt.getTime() - Date.now() > RENEW_BELOW_MS) return undefined;
      return store.write(async (tx) => {
        if (old) await extendBrowserSession(tx, old.id, new Date(Date.now() + OVERLAP_MS));
        const expiresAt = new Date(Date.now() + LIFETIME_MS);
        const { secret: fresh } = await createBrowserSession(tx, expiresAt);
        return { secret: fresh, expiresAt };
      });
    },
  };
}
