/** The account's Preferences: they come with the session, and follow the server by push. */
import { type Id, noPreferences, type Preferences, PREFERENCES, type PreferenceValues } from "@pismo/jmap";
import { coalesce } from "../sync/coalesce.ts";
import { getAccount, getSession, putAccountCapability, request, useSessionState } from "../session/session.ts";

const givenBy = (session: ReturnType<typeof getSession>, accountId: Id): PreferenceValues | undefined =>
  session?.accounts[accountId]?.accountCapabilities[PREFERENCES] as PreferenceValues | undefined;

/** Of any account. */
export const preferencesOf = (accountId: Id): PreferenceValues => givenBy(getSession(), accountId) ?? noPreferences;

/** The same object until one changes. */
export const getPreferences = (): PreferenceValues => preferencesOf(getAccount().accountId);

/** Of the shown account. */
export const usePreferences = (): PreferenceValues =>
  useSessionState(({ session, account }) => givenBy(session, account.accountId) ?? noPreferences);

/** Whether the server keeps them. */
export const useHasPreferences = (): boolean =>
  useSessionState(({ session, account }) => givenBy(session, account.accountId) !== undefined);

/** The same of the shown account, outside components. */
export const hasPreferences = (): boolean => givenBy(getSession(), getAccount().accountId) !== undefined;

/** Puts newer values into the session. */
export function putPreferences(accountId: Id, values: PreferenceValues): void {
  const before = givenBy(getSession(), accountId);
  const names = Object.keys(noPreferences) as (keyof PreferenceValues)[];
  if (before && names.some((name) => before[name] !== values[name])) {
    putAccountCapability(accountId, PREFERENCES, values);
  }
}

/** Asks for them: they changed on another device. */
export const loadPreferences = coalesce(async () => {
  const { accountId } = getAccount();
  if (!givenBy(getSession(), accountId)) return;
  const get = await request((calls) => calls.call("Preferences/get", { accountId }));
  const [found] = get.result().list as Preferences[];
  if (!found) return;
  const { id: _, neverOffered: _notHere, ...values } = found;
  putPreferences(accountId, values);
});
