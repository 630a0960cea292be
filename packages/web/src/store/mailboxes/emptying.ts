/** After how many days letters leave the trash and spam by themselves: kept by the server, with the account's Preferences. */
import { type Id, PREFERENCES, type Preferences } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { storePreferences } from "../records/store-preferences.ts";
import { getSession, request } from "../session/session.ts";

export type EmptyAfter = Pick<Preferences, "emptyTrashAfterDays" | "emptySpamAfterDays">;

export const neverEmptied: EmptyAfter = { emptyTrashAfterDays: null, emptySpamAfterDays: null };

const known = refetched<EmptyAfter>(["Preferences"], neverEmptied, async (accountId) => {
  if (!getSession()?.accounts[accountId]?.accountCapabilities[PREFERENCES]) return neverEmptied;
  const properties = ["id", "emptyTrashAfterDays", "emptySpamAfterDays"];
  const get = await request((calls) => calls.call("Preferences/get", { accountId, ids: ["singleton"], properties }));
  return { ...neverEmptied, ...get.result().list[0] };
});

export const loadEmptyAfter = (accountId: Id): Promise<EmptyAfter> => known.load(accountId);

/** @throws SetFailure, and what the request throws: they are as before then */
export async function setEmptyAfter(accountId: Id, change: Partial<EmptyAfter>): Promise<void> {
  const after = { ...(await known.load(accountId)), ...change };
  await known.write(accountId, after, () => storePreferences(accountId, change));
}
