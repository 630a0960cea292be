/**
 * The address book server (CardDAV, RFC 6352) that an account's contacts are kept the same with: an extension of ours. An
 * account has at most one. Its books are AddressBooks of the account, the first of them the default one. Passwords are
 * never returned.
 */
import type { Id, UTCDate } from "../../core/core.ts";
import type { SetError } from "../../core/errors.ts";
import type { AddressBookServerProblem } from "./address-book-server-problem.ts";
import type { SignInProvider } from "./provider-sign-in.ts";

/** An account capability. */
export const ADDRESS_BOOK_SERVERS = "tag:pismo.localhost,2026:address-book-servers";

/** syncing: until the first comparison is done, and while there are changes. */
export type AddressBookServerState = "syncing" | "upToDate" | "offline" | "signIn";

export interface AddressBookServer {
  /** As it was typed: a URL, a domain or an address at one. */
  address: string;
  /** Where the books were found. */
  url: string;
  username: string;
  /** The id of the provider whose grant opens it; null: a password does. */
  provider: string | null;
  state: AddressBookServerState;
  problem: AddressBookServerProblem | null;
  /** When both sides were last the same. */
  syncedAt: UTCDate | null;
  /** Cards that are the same on both sides. */
  cards: number;
  /** Changes that the server does not have yet. */
  waiting: number;
  /** Cards that the server does not take, and its words for one of them. */
  refused: number;
  refusal: string | null;
}

export interface AddressBookServerGetArgs {
  accountId: Id;
}

/** The OAuth provider that the account signs in with, where it has an address book server. */
export interface AddressBookProvider extends SignInProvider {
  /** false: the person has to be asked once more, by ProviderSignInStart with `contacts`. */
  isAllowed: boolean;
}

export interface AddressBookServerGetResult {
  accountId: Id;
  /** null: the account has none. */
  server: AddressBookServer | null;
  provider: AddressBookProvider | null;
}

/** Signs in there first; a failure changes nothing. */
export interface AddressBookServerPutArgs {
  accountId: Id;
  address: string;
  username: string;
  /** Left out: as before. */
  password?: string;
}

/** The same at the provider's server, with the account's grant in place of a password. */
export interface AddressBookServerPutByProviderArgs {
  accountId: Id;
}

export interface AddressBookServerPutResult extends AddressBookServerGetResult {
  /** "invalidProperties" with `addressBookProblem`; "rateLimit". */
  notPut: SetError | null;
}

export interface AddressBookServerRemoveArgs {
  accountId: Id;
  /** false: the cards that the server has as they are here go from here. It keeps them in any case. */
  keepsCards: boolean;
}

/** Compares both sides soon. */
export interface AddressBookServerLookArgs {
  accountId: Id;
}

export interface AddressBookServerDoneResult {
  accountId: Id;
}
