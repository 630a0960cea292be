/** Several accounts together, where the server offers them as one: an extension of ours (ALL_ACCOUNTS). */
import { ALL_ACCOUNTS_ID, allAccountsOf, firstAccount, type Id, memberOf, remoteAccountOf } from "@pismo/jmap";
import { type AccountInfo, getAccount, getAccounts, givenSession, useSessionState } from "./session.ts";

export const isAllAccounts = ({ accountId }: Pick<AccountInfo, "accountId">): boolean => accountId === ALL_ACCOUNTS_ID;

/** The accounts that each are one. */
export const realAccounts = (accounts: readonly AccountInfo[]): AccountInfo[] =>
  accounts.filter((account) => !isAllAccounts(account));

/** Whether there is more than one to be shown together. */
export const useHasAllAccounts = (): boolean => useSessionState(({ accounts }) => accounts.some(isAllAccounts));

/** Whether several are shown together. */
export const useShowsAllAccounts = (): boolean => useSessionState(({ account }) => isAllAccounts(account));

/**
 * The accounts whose searches are shown: one, or several together. Of those at other servers ids may be equal, and theirs
 * are shown with their account alone; labels are named apart (labels/label-places.ts).
 */
export function shownAccounts(): Id[] {
  const { accountId } = getAccount();
  const session = givenSession();
  const members = allAccountsOf(session, accountId)?.members;
  return members?.flatMap(({ id }) => (remoteAccountOf(session, id) ? [] : [id])) ?? [accountId];
}

export interface Owner {
  name: string;
  /** Among the accounts. */
  place: number;
}

/** The account that has an Email of those that are shown together. */
export function ownerOf(id: Id): Owner | undefined {
  const members = allAccountsOf(givenSession(), getAccount().accountId)?.members ?? [];
  const owner = memberOf(id)?.accountId;
  const place = members.findIndex((member) => member.id === owner);
  return place < 0 ? undefined : { name: members[place]!.name, place };
}

/** Whether an Email is named as one of several accounts, and another is shown. */
export const useIsOfAllAccounts = (id: Id): boolean =>
  useSessionState(
    ({ given, account }) =>
      !isAllAccounts(account) &&
      allAccountsOf(given, ALL_ACCOUNTS_ID)?.members.some((member) => member.id === memberOf(id)?.accountId) === true,
  );

/** The account with this id, else the shown one. */
export const accountWith = (id: Id): AccountInfo =>
  getAccounts().find(({ accountId }) => accountId === id) ?? getAccount();

/** The account that writes an Email: that which has the one it belongs to, else the one that a new tab shows. */
export function writingAccount(emailId?: Id): AccountInfo {
  const shown = getAccount();
  if (!isAllAccounts(shown)) return shown;
  const session = givenSession();
  const wanted = (emailId && memberOf(emailId)?.accountId) ?? (session && firstAccount(session));
  const members = allAccountsOf(session, shown.accountId)?.members ?? [];
  const accounts = getAccounts();
  const find = (id: Id | undefined): AccountInfo | undefined => accounts.find(({ accountId }) => accountId === id);
  return (members.some(({ id }) => id === wanted) ? find(wanted) : undefined) ?? find(members[0]?.id) ?? shown;
}

/** The account that has an object of what is shown, and how it names that itself. Ids of other servers may look like members'. */
export function placeOf(id: Id): { accountId: Id; id: Id } {
  const shown = getAccount();
  return (isAllAccounts(shown) && memberOf(id)) || { accountId: shown.accountId, id };
}

/** An object as its own account names it. */
export const ownIdOf = (id: Id): Id => placeOf(id).id;
