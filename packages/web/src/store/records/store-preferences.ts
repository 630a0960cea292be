import { type Id, type PatchObject, SetFailure } from "@pismo/jmap";
import { request } from "../session/session.ts";

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes the Preferences of an account at its server. One request after the other: of two on their way at once the earlier
 * may arrive last, and undo the later.
 * @throws SetFailure, and what the request throws
 */
export function storePreferences(accountId: Id, patch: PatchObject): Promise<void> {
  const store = async (): Promise<void> => {
    const set = await request((calls) => calls.call("Preferences/set", { accountId, update: { singleton: patch } }));
    const failed = set.result().notUpdated?.["singleton"];
    if (failed) throw new SetFailure(failed);
  };
  const stored = last.then(store, store);
  last = stored;
  return stored;
}
