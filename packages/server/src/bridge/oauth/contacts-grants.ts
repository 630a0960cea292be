/** OAuth grants of mail accounts that open an address book server too. */
import type { AddressBookProvider, Id } from "@pismo/jmap";
import { getGrant, type OAuthTokens } from "../../store/auth/oauth-grants.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { Reader, Store } from "../../store/db/store.ts";
import { getServer } from "../../store/carddav/servers.ts";
import { getImapServer, type ImapServer } from "../../store/mirror/imap-accounts.ts";
import type { AccessTokens, AccessTokenSource } from "./access-tokens.ts";
import { isSameServer, type OAuthProvider } from "./provider.ts";

export interface ContactsGrant {
  provider: AddressBookProvider;
  address: string;
  username: string;
  token: AccessTokenSource;
}

/** @returns undefined: the account has no grant, or its provider no address book server */
export type ContactsGrants = (accountId: Id) => Promise<ContactsGrant | undefined>;

export function opensContacts({ contacts, scopes }: OAuthProvider, tokens: OAuthTokens | undefined): boolean {
  const granted = new Set(tokens?.scopes ?? scopes);
  return contacts?.scopes.every((scope) => granted.has(scope)) ?? false;
}

/** What is asked for: the contacts too where the person has allowed them, or wants to. */
export async function scopesFor(
  reader: Reader,
  { id, contacts, scopes }: OAuthProvider,
  purpose: { kind: string; accountId?: Id },
  vault: Vault,
): Promise<readonly string[]> {
  const { accountId, kind } = purpose;
  if (!contacts || accountId === undefined) return scopes;
  const isWanted = kind === "contacts" || (await getServer(reader, accountId, vault))?.provider === id;
  return isWanted ? [...new Set([...scopes, ...contacts.scopes])] : scopes;
}

/** Whether the account's grant opens its contacts too, and the new one does not: who signs in asks for the mail alone. */
export async function opensMore(
  reader: Reader,
  { accountId, tokens }: { accountId: Id; tokens: OAuthTokens },
  server: ImapServer,
  provider: OAuthProvider,
  vault: Vault,
): Promise<boolean> {
  const known = await getImapServer(reader, accountId, vault);
  if (!known || known.username !== server.username || !isSameServer(known, server)) return false;
  const before = await getGrant(reader, accountId, vault);
  const isGood = before?.provider === provider.id && before.refusal === null && before.tokens !== undefined;
  return isGood && opensContacts(provider, before.tokens) && !opensContacts(provider, tokens);
}

export interface ContactsGrantOptions {
  store: Store;
  vault: Vault;
  providers: readonly OAuthProvider[];
  tokens: Pick<AccessTokens, "of">;
}

export const contactsGrants =
  ({ store, vault, providers, tokens }: ContactsGrantOptions): ContactsGrants =>
  async (accountId) => {
    const [grant, server] = await store.read(async (reader) => [
      await getGrant(reader, accountId, vault),
      await getImapServer(reader, accountId, vault),
    ]);
    const provider = providers.find(({ id }) => id === grant?.provider);
    if (!grant || !server || !provider?.contacts) return undefined;
    const { id, name, contacts } = provider;
    const isAllowed = opensContacts(provider, grant.tokens);
    return {
      provider: { id, name, isAllowed },
      address: contacts.address,
      username: server.username,
      token: tokens.of(accountId),
    };
  };
