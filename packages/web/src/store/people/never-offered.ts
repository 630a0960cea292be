/** Addresses that are not offered while recipients are typed: the person removed them, or letters to them came back. */
import { addressKey, escapeToken, type Id, PREFERENCES } from "@pismo/jmap";
import { storePreferences } from "../records/store-preferences.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { refetched } from "./refetched.ts";

const noAddress: ReadonlySet<string> = new Set();

/** Whether the account's server keeps them. */
export const keepsNeverOffered = (accountId = getAccount().accountId): boolean =>
  getSession()?.accounts[accountId]?.accountCapabilities[PREFERENCES] !== undefined;

const known = refetched(["Preferences"], noAddress, async (accountId) => {
  if (!keepsNeverOffered(accountId)) return noAddress;
  const args = { accountId, ids: ["singleton"], properties: ["id", "neverOffered"] };
  const get = await request((calls) => calls.call("Preferences/get", args));
  return new Set(Object.keys(get.result().list[0]?.neverOffered ?? {}));
});

/** Of an account, by addressKey. */
export const loadNeverOffered = (accountId: Id): Promise<ReadonlySet<string>> => known.load(accountId);

/** @throws SetFailure, and what the request throws: they are as before then */
export async function setOffered(addresses: readonly string[], isOffered: boolean): Promise<void> {
  const { accountId } = getAccount();
  const before = await known.load(accountId);
  const keys = addresses.map(addressKey);
  const others = [...before].filter((key) => !keys.includes(key));
  await known.write(accountId, new Set(isOffered ? others : [...others, ...keys]), () => {
    const patch = Object.fromEntries(keys.map((key) => [`neverOffered/${escapeToken(key)}`, isOffered ? null : true]));
    return storePreferences(accountId, patch);
  });
}
