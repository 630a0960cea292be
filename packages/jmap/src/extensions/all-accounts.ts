/**
 * One account that shows several together: an extension of ours, for the server's own page alone, since another client
 * would keep all mail twice. Its Mailboxes are the members' by role, its ids are the members' behind the account's, its
 * lists are theirs merged by date (docs/decisions/0065-all-accounts.md).
 */
import type { Id, Session } from "../core/core.ts";

/** An account capability. Such an account creates nothing: what is written is written in a member's name. */
export const ALL_ACCOUNTS = "tag:pismo.localhost,2026:all-accounts";

export interface AllAccountsCapability {
  /** In the order in which they are shown. */
  members: { id: Id; name: string }[];
}

/** An additional property of the results of Email/query and ContactCard/query in such an account. */
export interface WithMissingMembers {
  /** Members whose server did not answer in time, so that none of what they have is among the results. */
  missing?: Id[];
}

/** An additional property of the result of File/query in such an account. */
export interface WithMembersBeingRead extends WithMissingMembers {
  /** Members at other servers whose letters are still looked through for files: more of them may come. */
  reading?: Id[];
  /** Those whose server failed while it was asked for them: they are tried again while the list is asked for. */
  failing?: Id[];
}

export const ALL_ACCOUNTS_ID: Id = "all";

/** Ids of members have no hyphen. */
const separator = "-";

/** A member's object as the merged account names it. */
export const idOfMember = (accountId: Id, id: Id): Id => `${accountId}${separator}${id}`;

/** Which member has an object of the merged account, and how it is named there; undefined: it is no such id. */
export function memberOf(id: Id): { accountId: Id; id: Id } | undefined {
  const at = id.indexOf(separator);
  return at <= 0 ? undefined : { accountId: id.slice(0, at), id: id.slice(at + 1) };
}

export const allAccountsOf = (
  session: Pick<Session, "accounts"> | undefined,
  accountId: Id,
): AllAccountsCapability | undefined =>
  session?.accounts[accountId]?.accountCapabilities[ALL_ACCOUNTS] as AllAccountsCapability | undefined;
