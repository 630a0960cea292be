/** Whose contacts are shown together, and how they are named then. */
import { addressKey, allAccountsOf, type Id, idOfMember } from "@pismo/jmap";
import { isAllAccounts, placeOf, useShowsAllAccounts, writingAccount } from "../session/all-accounts.ts";
import { type AccountInfo, getAccount, getAccounts, givenSession, request } from "../session/session.ts";
import { emailsOf, type SomeCard } from "./card-names.ts";
import { hasContactsIn } from "./has-contacts.ts";
import { useFromCards } from "./use-from-cards.ts";

/** A card of an account, as the page names it. */
export const shownIdOf = (accountId: Id, id: Id): Id => (isAllAccounts(getAccount()) ? idOfMember(accountId, id) : id);

/** The accounts whose contacts are shown: one, or several together. */
export function shownOwners(): AccountInfo[] {
  const { accountId: shown } = getAccount();
  const members = allAccountsOf(givenSession(), shown)?.members.map(({ id }) => id) ?? [shown];
  return getAccounts().filter(({ accountId }) => members.includes(accountId) && hasContactsIn(accountId));
}

/** The one of them that a new card goes into, until another is chosen. */
export function usualOwner(): Id {
  const { accountId } = writingAccount();
  const owners = shownOwners();
  return owners.some((owner) => owner.accountId === accountId) ? accountId : (owners[0]?.accountId ?? accountId);
}

/** As many as one person has in the accounts. */
const MOST = 20;

async function fetchOthers(accountId: Id, card: SomeCard): Promise<SomeCard[]> {
  const keys = new Set(emailsOf(card).map(({ address }) => addressKey(address)));
  const conditions = [...keys].map((key) => ({ email: `"${key}"` }));
  const get = await request((calls) => {
    const filter = { operator: "OR" as const, conditions };
    const query = calls.call("ContactCard/query", { accountId, filter, limit: MOST });
    return calls.call("ContactCard/get", { accountId, "#ids": query.ref("/ids"), properties: ["emails"] });
  });
  const others = get.result().list as SomeCard[];
  return others.filter(
    (other) =>
      placeOf(other.id).accountId !== placeOf(card.id).accountId &&
      emailsOf(other).some(({ address }) => keys.has(addressKey(address))),
  );
}

/** Cards of the same person in the other accounts that are shown: each stays its account's. */
export function useInOtherAccounts(card: SomeCard): SomeCard[] {
  const isAsked = useShowsAllAccounts() && emailsOf(card).length > 0;
  const key = isAsked ? `others ${card.id} ${JSON.stringify(card.emails)}` : undefined;
  return useFromCards((accountId) => fetchOthers(accountId, card), key) ?? [];
}
