/** One card, and the groups of the account, kept up to date. */
import { type ContactCard, type Id, shownName } from "@pismo/jmap";
import { request } from "../session/session.ts";
import { useFromCards } from "./use-from-cards.ts";

/** @returns undefined: there is no such card @throws what the request throws */
export async function fetchCard(accountId: Id, id: Id): Promise<ContactCard | undefined> {
  const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids: [id] }));
  return get.result().list[0] as ContactCard | undefined;
}

/** null: there is no such card; undefined: it is not known yet. */
export const useCard = (id: Id): ContactCard | null | undefined =>
  useFromCards(async (accountId) => (await fetchCard(accountId, id)) ?? null, id);

const MAX_GROUPS = 500;

/** By name. */
export const useGroups = (): ContactCard[] | undefined =>
  useFromCards(async (accountId) => {
    const get = await request((calls) => {
      const query = calls.call("ContactCard/query", { accountId, filter: { kind: "group" }, limit: MAX_GROUPS });
      return calls.call("ContactCard/get", { accountId, "#ids": query.ref("/ids") });
    });
    const groups = get.result().list as ContactCard[];
    return groups.toSorted((one, other) => shownName(one).localeCompare(shownName(other)));
  }, "groups");
