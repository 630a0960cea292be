/** Tokens of accounts that were removed or signed in anew: their provider is told, when it can be. Nobody waits for it. */
import type { Logger } from "../../log.ts";
import { finishRevocation, listRevocations } from "../../store/oauth-grants.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";
import type { AuthorizationServer } from "./authorization-server.ts";

/** Milliseconds after which it is given up: what is not renewed ends by itself. */
const GIVE_UP_AFTER = 24 * 60 * 60_000;

export interface RevocationOptions {
  store: Store;
  vault: Vault;
  log: Logger;
  /** By the provider's id. */
  servers: ReadonlyMap<string, AuthorizationServer>;
}

/** Tries everything that waits once. @returns whether something still does */
export async function revokeWaiting({ store, vault, log, servers }: RevocationOptions): Promise<boolean> {
  let isLeft = false;
  for (const { id, provider, tokens, isReplaced, notedAt } of await store.read((reader) =>
    listRevocations(reader, vault),
  )) {
    try {
      // Without the key, or the provider's settings, there is nothing that could be told to anybody.
      if (tokens) await servers.get(provider)?.revoke(tokens, isReplaced);
    } catch (error) {
      log.debug("Tokens could not be revoked", { provider, reason: (error as Error).message.slice(0, 200) });
      if (Date.now() - notedAt < GIVE_UP_AFTER) {
        isLeft = true;
        continue;
      }
    }
    await store.write((tx) => finishRevocation(tx, id));
  }
  return isLeft;
}
