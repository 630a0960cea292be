/** Changes the account's Preferences: code of the settings pages. */
import type { PreferenceValues } from "@pismo/jmap";
import { getPreferences, putPreferences } from "./preferences.ts";
import { storePreferences } from "./store-preferences.ts";
import { getAccount } from "../session/session.ts";

/**
 * Sets some, shown at once; where the server does not take them they are as before.
 * @throws SetFailure, and what the request throws
 */
export async function setPreferences(change: Partial<PreferenceValues>): Promise<void> {
  const { accountId } = getAccount();
  const before = getPreferences();
  putPreferences(accountId, { ...before, ...change });
  try {
    await storePreferences(accountId, change);
  } catch (error) {
    putPreferences(accountId, before);
    throw error;
  }
}
