/** How an account's server is reached, with what opens it. */
import type { Id } from "@pismo/jmap";
import { getImapServer } from "../../store/imap-accounts.ts";
import type { SyncOptions } from "./account-sync.ts";
import type { KnownServer } from "./session.ts";

/** undefined: the account has no server. */
export async function knownServer(
  accountId: Id,
  { store, vault, tokens }: Pick<SyncOptions, "store" | "vault" | "tokens">,
): Promise<KnownServer | undefined> {
  const server = await store.read((reader) => getImapServer(reader, accountId, vault));
  return server && { ...server, ...(tokens && { accessToken: tokens.of(accountId) }) };
}
