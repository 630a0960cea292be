/** Why an address book server cannot be used: a closed list, which the client translates. */
export const addressBookServerProblems = [
  "wrongPassword",
  /** It takes tokens or the like, and neither Basic nor Digest. */
  "noPassword",
  /** The provider takes the account's grant no longer, with its words: the person has to sign in again. */
  "grantRefused",
  /** The grant does not open the contacts: the person has to allow it. */
  "notAllowed",
  "noSuchServer",
  "unreachable",
  "certificate",
  /** A password would go over the network in plain text. */
  "plain",
  /** It answers, and has no address book of this person. */
  "noAddressBook",
  /** It leads to a server of another site, which `detail` names: the person may name that one. */
  "otherServer",
  /** There would be more cards or books than an account may have. */
  "tooMany",
] as const;

export interface AddressBookServerProblem {
  kind: (typeof addressBookServerProblems)[number];
  /** The text of the server or the system; never a secret. */
  detail: string;
}
