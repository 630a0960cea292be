/** Whether first-time senders wait, and where: kept by the server, with the account's Preferences. */
import { type Id, PREFERENCES, SCREENING } from "@pismo/jmap";
import { refetched } from "../people/refetched.ts";
import { storePreferences } from "../records/store-preferences.ts";
import { shownAccounts } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getSession, request } from "../session/session.ts";

/** The name of the folder in which their letters wait; null: they come into the inbox. */
type ScreensInto = string | null;

const known = refetched<ScreensInto>(["Preferences"], null, async (accountId) => {
  if (!hasCapability(getSession(), accountId, PREFERENCES)) return null;
  const properties = ["id", "screensInto"];
  const get = await request((calls) => calls.call("Preferences/get", { accountId, ids: ["singleton"], properties }));
  return get.result().list[0]?.screensInto ?? null;
});

/** Whether the server can do it, of the account that is shown or of any of several. */
export const canScreen = (): boolean => shownAccounts().some((id) => hasCapability(getSession(), id, SCREENING));

export const loadScreensInto = (accountId: Id): Promise<ScreensInto> => known.load(accountId);

/** @throws SetFailure, and what the request throws: it is as before then */
export const setScreensInto = (accountId: Id, screensInto: ScreensInto): Promise<void> =>
  known.write(accountId, screensInto, () => storePreferences(accountId, { screensInto }));
