/** Whether the account's own spam filter is on, and what it has learned; kept by the server, with the account's Preferences. */
import { type Id, PREFERENCES, type SpamFilter, SPAM_FILTER } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { storePreferences } from "../records/store-preferences.ts";
import { shownAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";

const known = refetched<boolean>(["Preferences"], false, async (accountId) => {
  if (!hasCapability(getSession(), accountId, PREFERENCES)) return false;
  const properties = ["id", "findsSpam"];
  const get = await request((calls) => calls.call("Preferences/get", { accountId, ids: ["singleton"], properties }));
  return get.result().list[0]?.findsSpam === true;
});

/** Whether the server can do it, of the account that is shown or of any of several. */
export const canFindSpam = (): boolean => shownAccounts().some((id) => hasCapability(getSession(), id, SPAM_FILTER));

export const loadFindsSpam = (accountId: Id): Promise<boolean> => known.load(accountId);

/** @throws SetFailure, and what the request throws: it is as before then */
export const setFindsSpam = (accountId: Id, findsSpam: boolean): Promise<void> =>
  known.write(accountId, findsSpam, () => storePreferences(accountId, { findsSpam }));

/** @returns undefined: several accounts are shown, of which each has learned for itself @throws what the request throws */
export async function loadSpamFilter(accountId: Id): Promise<SpamFilter | undefined> {
  if (!hasCapability(getSession(), accountId, SPAM_FILTER)) return undefined;
  const get = await request((calls) => calls.call("SpamFilter/get", { accountId, ids: null }));
  return get.result().list[0] as SpamFilter;
}
