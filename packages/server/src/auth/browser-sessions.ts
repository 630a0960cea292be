/** Sessions of browsers on this machine: made with the page, extended while it is used, gone a month after that. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { createBrowserSession, extendBrowserSession, findBrowserSession } from "../store/browser-sessions.ts";
import type { Store } from "../store/store.ts";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** An older session gets a new secret with the next page: what was stolen does not last. */
const RENEW_BELOW_MS = LIFETIME_MS - 24 * 60 * 60 * 1000;
/** What a page that is open with the old secret still has time for: it gets the new cookie with its next request. */
const OVERLAP_MS = 60 * 60 * 1000;

export interface IssuedSession {
  secret: string;
  expiresAt: Date;
}

export interface BrowserSessions {
  find(secret: string): Promise<{ id: string } | undefined>;
  /** A new session, unless the one with `secret` is fresh enough. */
  renew(secret: string | undefined): Promise<IssuedSession | undefined>;
}

export function createBrowserSessions(store: Store, log: Logger): BrowserSessions {
  /** @param oldId the session that it takes the place of */
  const issue = (oldId: Id | undefined): Promise<IssuedSession> =>
    store.write(async (tx) => {
      if (oldId !== undefined) await extendBrowserSession(tx, oldId, new Date(Date.now() + OVERLAP_MS));
      const expiresAt = new Date(Date.now() + LIFETIME_MS);
      const { secret } = await createBrowserSession(tx, expiresAt);
      return { secret, expiresAt };
    });

  return {
    find: (secret) => store.read((reader) => findBrowserSession(reader, secret)),
    async renew(secret) {
      const old = secret === undefined ? undefined : await store.read((reader) => findBrowserSession(reader, secret));
      if (old && old.expiresAt.getTime() - Date.now() > RENEW_BELOW_MS) return undefined;
      if (!old) return issue(undefined);
      try {
        return await issue(old.id);
      } catch (error) {
        // A full disk must not keep anybody from reading: the old one lasts.
        log.warn("a session could not be renewed", { error });
        return undefined;
      }
    },
  };
}
