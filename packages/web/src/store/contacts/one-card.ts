/** One card, and the groups of the account, kept up to date. */
import { type ContactCard, type Id, shownName } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { getAccount, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";

/** @returns undefined: there is no such card @throws what the request throws */
export async function fetchCard(accountId: Id, id: Id): Promise<ContactCard | undefined> {
  const get = await request((calls) => calls.call("ContactCard/get", { accountId, ids: [id] }));
  return get.result().list[0] as ContactCard | undefined;
}

/** Reads something of the account's cards now and after each change of them. */
export function useOfCards<T>(read: (accountId: Id) => Promise<T>, key: string): T | undefined {
  const { accountId } = getAccount();
  const [known, setKnown] = useState<{ key: string; value: T }>();
  useEffect(() => {
    let isStale = false;
    const load = (): void => {
      // Where the server is away, what is shown stays.
      read(accountId).then(
        (value) => !isStale && setKnown({ key, value }),
        () => undefined,
      );
    };
    load();
    const stop = onNews((changed) => {
      if (!changed || changed[accountId]?.ContactCard !== undefined) load();
    });
    return () => {
      isStale = true;
      stop();
    };
    // `read` is another function at each render; the key says what it reads.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [accountId, key]);
  return known?.key === key ? known.value : undefined;
}

/** null: there is no such card; undefined: it is not known yet. */
export const useCard = (id: Id): ContactCard | null | undefined =>
  useOfCards(async (accountId) => (await fetchCard(accountId, id)) ?? null, id);

const MAX_GROUPS = 500;

/** By name. */
export const useGroups = (): ContactCard[] | undefined =>
  useOfCards(async (accountId) => {
    const get = await request((calls) => {
      const query = calls.call("ContactCard/query", { accountId, filter: { kind: "group" }, limit: MAX_GROUPS });
      return calls.call("ContactCard/get", { accountId, "#ids": query.ref("/ids") });
    });
    const groups = get.result().list as ContactCard[];
    return groups.toSorted((one, other) => shownName(one).localeCompare(shownName(other)));
  }, "groups");
