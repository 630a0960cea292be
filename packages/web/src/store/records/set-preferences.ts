/** Changes the account's Preferences: code of the settings pages. */
import { type PreferenceValues, SetFailure } from "@pismo/jmap";
import { getPreferences, putPreferences } from "./preferences.ts";
import { getAccount, request } from "../session/session.ts";

/**
 * Sets some, shown at once; where the server does not take them they are as before.
 * @throws SetFailure, and what the request throws
 */
export async function setPreferences(change: Partial<PreferenceValues>): Promise<void> {
  const { accountId } = getAccount();
  const before = getPreferences();
  putPreferences(accountId, { ...before, ...change });
  try {
    const set = await request((calls) => calls.call("Preferences/set", { accountId, update: { singleton: change } }));
    const failed = set.result().notUpdated?.["singleton"];
    if (failed) throw new SetFailure(failed);
  } catch (error) {
    putPreferences(accountId, before);
    throw error;
  }
}
