/** Under which names and addresses a person writes. */
import { addressKey, type Id, type Identity, SetFailure } from "@pismo/jmap";
import { type AccountRecords, currentRecords } from "./records.ts";
import { request } from "../session/session.ts";
import { requestSync } from "../sync/sync-request.ts";

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
  return identities.find((identity) => addressKey(identity.email) === addressKey(email)) ?? identities[0];
}

/** A line of text a line; other clients find it as HTML too. @throws SetFailure, and what the request throws */
export async function saveSignatures(texts: ReadonlyMap<Id, string>): Promise<void> {
  const { accountId, maps } = currentRecords();
  const update = Object.fromEntries(
    [...texts].map(([id, text]) => [id, { textSignature: text, htmlSignature: htmlOf(text) }]),
  );
  const set = await request((calls) => calls.call("Identity/set", { accountId, update }));
  const { notUpdated } = set.result();
  const [failed] = Object.values(notUpdated ?? {});
  if (failed) throw new SetFailure(failed);
  // The next Email may be begun before the news of it have come.
  maps.Identity.put(
    maps.Identity.values().map((identity) => ({
      ...identity,
      ...(update[identity.id] as Partial<Identity> | undefined),
    })),
  );
  requestSync();
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const htmlOf = (text: string): string =>
  text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => `<p style="margin:0">${line.replaceAll(/[&<>]/g, (sign) => entities[sign]!) || "<br>"}</p>`)
        .join("");
