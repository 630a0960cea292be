/** How an account's server is reached, with what opens it. */
import type { Id } from "@pismo/jmap";
import { getImapServer } from "../../store/imap-accounts.ts";
import type { SyncOptions } from "./sync-options.ts";
import type { KnownServer } from "./session.ts";

/** undefined: the account has no server. */
export async function knownServer(
  accountId: Id,
  { store, vault, tokens }: Pick<SyncOptions, "store" | "vault" | "tokens">,
): Promise<KnownServer | undefined> {
  const server = await store.read((reader) => getImapServer(reader, accountId, vault));
  return server && { ...server, ...(tokens && { accessToken: tokens.of(accountId) }) };
}

/** Whether the account has another server now, or reaches it in another way. */
export const isOther = (one: KnownServer, other: KnownServer | undefined): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);
