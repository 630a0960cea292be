/** Tokens of other JMAP clients, as Bearer or as the password of HTTP Basic: guesses are limited by address. */
import type { Logger } from "../log.ts";
import { hashOf } from "../store/auth/secrets.ts";
import { findToken, noteTokenUse, type TokenRecord } from "../store/auth/tokens.ts";
import { createCommitCache } from "../store/db/commit-cache.ts";
import type { Store } from "../store/db/store.ts";
import { createAttempts } from "./attempts.ts";
import { challengesFor, type Credentials } from "./credentials.ts";
import { addressOf, type OwnNames, type RequestFacts } from "./request-origin.ts";
import { SignInError, tooManyAttempts } from "./sign-in-error.ts";

/** Maximum number of cached tokens. */
const MAX_CACHED = 1000;

export interface TokenCheck {
  /** @throws SignInError */
  check(facts: RequestFacts, credentials: Credentials | undefined): Promise<TokenRecord>;
}

export function createTokenCheck({ store, names, log }: { store: Store; names: OwnNames; log: Logger }): TokenCheck {
  const attempts = createAttempts({ allowed: 20, windowMs: 60_000 });
  /** A valid token still works while a neighbour behind the same address guesses. */
  const proven = new Set<string>();
  const tokens = createCommitCache<TokenRecord | undefined>(store, MAX_CACHED);

  async function check(facts: RequestFacts, credentials: Credentials | undefined): Promise<TokenRecord> {
    const hash = credentials && hashOf(credentials.secret);
    const address = addressOf(facts, names);
    const wait = attempts.waitFor(address);
    if (wait > 0 && !(hash && proven.has(hash))) throw tooManyAttempts(wait);
    const token = hash === undefined ? undefined : await tokenOf(hash);
    if (!hash || !token) {
      attempts.failed(address);
      log.warn("sign-in refused", { request: facts.requestId, peer: address });
      throw new SignInError(401, "The token is not known here: it may have been revoked.", challengesFor(facts));
    }
    proven.add(hash);
    await noteUse(token);
    return token;
  }

  const tokenOf = (hash: string): Promise<TokenRecord | undefined> =>
    tokens.get(hash, async () => {
      const value = await store.readOnce((reader) => findToken(reader, hash));
      return { value, weight: value && 1 };
    });

  /** Rounded to the hour: not every request should write. */
  async function noteUse({ id, accountId, lastUsedAt }: TokenRecord): Promise<void> {
    const now = new Date();
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < 3_600_000) return;
    // A full disk must not prevent reading.
    await store
      .write((tx) => noteTokenUse(tx, id, now), accountId === null ? {} : { accountId })
      .catch((error: unknown) => log.warn("the use of a token could not be noted", { error }));
  }

  return { check };
}
