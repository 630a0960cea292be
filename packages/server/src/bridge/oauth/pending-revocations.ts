/** Revokes tokens of accounts that were removed or signed in again, in the background. */
import type { Logger } from "../../log.ts";
import { finishRevocation, listRevocations } from "../../store/auth/oauth-grants.ts";
import type { Store } from "../../store/db/store.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { AuthorizationServer } from "./authorization-server.ts";

/** After this time a revocation is dropped: tokens that are not renewed expire. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

export interface RevocationOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  /** By the provider's id. */
  servers: ReadonlyMap<string, AuthorizationServer>;
}

/** Tries all pending revocations once. @returns whether some are still pending */
export async function revokePending({ store, vault, log, servers }: RevocationOptions): Promise<boolean> {
  let hasMore = false;
  for (const { id, provider, tokens, isReplaced, notedAt } of await store.read((reader) =>
    listRevocations(reader, vault),
  )) {
    try {
      // Without the key or the provider's settings nothing can be revoked.
      if (tokens) await servers.get(provider)?.revoke(tokens, isReplaced);
    } catch (error) {
      log.debug("Tokens could not be revoked", { provider, reason: (error as Error).message.slice(0, 200) });
      if (Date.now() - notedAt < GIVE_UP_AFTER_MS) {
        hasMore = true;
        continue;
      }
    }
    await store.write((tx) => finishRevocation(tx, id));
  }
  return hasMore;
}
