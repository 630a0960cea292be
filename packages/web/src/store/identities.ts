/** Under which names and addresses a person writes. */
import type { Identity } from "@pismo/jmap";
import { type AccountRecords, currentRecords } from "./records.ts";
import { request } from "./session.ts";

/** Loads the identities once. @throws what the request throws */
export async function loadIdentities(records: AccountRecords = currentRecords()): Promise<Identity[]> {
  const { accountId, maps, states } = records;
  if (states.Identity === undefined) {
    const get = await request((calls) => calls.call("Identity/get", { accountId, ids: null }));
    const { list, state } = get.result();
    maps.Identity.put(list as Identity[]);
    records.noteState("Identity", state);
  }
  return maps.Identity.values();
}

/** The one that writes when nothing says otherwise: the account's own address, else the first. */
export async function mainIdentity(email: string, records?: AccountRecords): Promise<Identity | undefined> {
  const identities = await loadIdentities(records);
  return identities.find((identity) => identity.email.toLowerCase() === email.toLowerCase()) ?? identities[0];
}
