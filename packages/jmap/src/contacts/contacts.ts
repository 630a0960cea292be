/** Contacts: RFC 9610. */
import type { CopyArgs, Id, SetArgs } from "../core/core.ts";
import type { Card } from "./card.ts";

export const CONTACTS = "urn:ietf:params:jmap:contacts";

/** Of an account: RFC 9610 §1.4.1. */
export interface ContactsCapability {
  maxAddressBooksPerCard: number | null;
  mayCreateAddressBook: boolean;
}

export const MAX_ADDRESS_BOOKS = 100;
export const MAX_CONTACT_CARDS = 100_000;

/** RFC 9610 §2. */
export interface AddressBookRights {
  mayRead: boolean;
  mayWrite: boolean;
  mayShare: boolean;
  mayDelete: boolean;
}

/** RFC 9610 §2. */
export interface AddressBook {
  id: Id;
  name: string;
  description: string | null;
  sortOrder: number;
  /** Server-set: changed by `onSuccessSetIsDefault`. */
  isDefault: boolean;
  isSubscribed: boolean;
  /** Nothing is shared: always null. */
  shareWith: null;
  myRights: AddressBookRights;
}

/** RFC 9610 §2.3. */
export interface AddressBookSetArgs extends SetArgs<AddressBook> {
  onDestroyRemoveContents?: boolean;
  onSuccessSetIsDefault?: Id | null;
}

/** RFC 9610 §3. */
export interface ContactCard extends Card {
  id: Id;
  addressBookIds: Record<Id, boolean>;
}

export type ContactCardCopyArgs = CopyArgs<ContactCard>;

/** RFC 9610 §3.3.1. */
export interface ContactCardFilterCondition {
  inAddressBook?: Id;
  uid?: string;
  hasMember?: string;
  kind?: string;
  createdBefore?: string;
  createdAfter?: string;
  updatedBefore?: string;
  updatedAfter?: string;
  text?: string;
  name?: string;
  "name/given"?: string;
  "name/surname"?: string;
  "name/surname2"?: string;
  nickname?: string;
  organization?: string;
  email?: string;
  phone?: string;
  onlineService?: string;
  address?: string;
  note?: string;
}
