/** Whether facts are shown over letters, and deadlines above the inbox: kept by the server, with the account's Preferences. */
import { DEADLINES, type Id, PREFERENCES, type Preferences } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { storePreferences } from "../records/store-preferences.ts";
import { shownAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";

export type FactSettings = Pick<Preferences, "showsFacts" | "showsDeadlines" | "deadlinesHiddenUntil">;

export const usualFactSettings: FactSettings = { showsFacts: true, showsDeadlines: true, deadlinesHiddenUntil: null };

const properties = ["id", ...Object.keys(usualFactSettings)] as (keyof Preferences)[];

const known = refetched<FactSettings>(["Preferences"], usualFactSettings, async (accountId) => {
  if (!getSession()?.accounts[accountId]?.accountCapabilities[PREFERENCES]) return usualFactSettings;
  const get = await request((calls) => calls.call("Preferences/get", { accountId, ids: ["singleton"], properties }));
  return { ...usualFactSettings, ...get.result().list[0] };
});

/** Whether the server reads letters, of the account that is shown or of any of several. */
export const readsFacts = (): boolean => shownAccounts().some((id) => hasCapability(getSession(), id, DEADLINES));

export const loadFactSettings = (accountId: Id): Promise<FactSettings> => known.load(accountId);

/** @throws SetFailure, and what the request throws: they are as before then */
export async function setFactSettings(accountId: Id, change: Partial<FactSettings>): Promise<void> {
  const after = { ...(await known.load(accountId)), ...change };
  await known.write(accountId, after, () => storePreferences(accountId, change));
}
