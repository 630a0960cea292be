/** Settings and credentials of an account's server. */
import type { Id } from "@pismo/jmap";
import { getImapServer } from "../../../store/mirror/imap-accounts.ts";
import type { SyncOptions } from "../sync/sync-options.ts";
import type { KnownServer } from "./connection.ts";

/** undefined: the account has no server. */
export async function knownServer(
  accountId: Id,
  { store, vault, tokens }: Pick<SyncOptions, "store" | "vault" | "tokens">,
): Promise<KnownServer | undefined> {
  const server = await store.read((reader) => getImapServer(reader, accountId, vault));
  return server && { ...server, ...(tokens && { accessToken: tokens.of(accountId) }) };
}

/** Whether the account's server or its settings have changed. */
export const isOther = (one: KnownServer, other: KnownServer | undefined): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);
