/** Under which names and addresses a person writes. */
import { addressKey, type EmailAddress, type Id, type Identity, SetFailure } from "@pismo/jmap";
import { type AccountRecords, currentRecords, recordsOf } from "./records.ts";
import { writingAccount } from "../session/all-accounts.ts";
import { request } from "../session/session.ts";
import { getConnection } from "../sync/connection.ts";
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

/** For an Email that is begun while the server is away. A failure is met again when one is begun. */
export async function prefetchIdentities(): Promise<void> {
  const { accountId } = writingAccount();
  // While the server is away nothing but the connection's own tries asks for it.
  if (accountId !== "" && getConnection() !== "offline")
    await loadIdentities(recordsOf(accountId)).catch(() => undefined);
}

/** The one that writes when nothing says otherwise: the account's own address, else the first. */
export const mainAmong = (identities: readonly Identity[], own: string): Identity | undefined =>
  identities.find(({ email }) => addressKey(email) === addressKey(own)) ?? identities[0];

/** The one that has this address; of several the one of the same name. */
export function identityOf(from: EmailAddress, identities: readonly Identity[]): Identity | undefined {
  const same = identities.filter(({ email }) => addressKey(email) === addressKey(from.email));
  return same.find(({ name }) => name === (from.name ?? "")) ?? same[0];
}

/** The one that writes: as the Email names it, else the main one. */
export async function writingIdentity(
  from: EmailAddress | undefined,
  own: string,
  records?: AccountRecords,
): Promise<Identity | undefined> {
  const identities = await loadIdentities(records);
  return (from && identityOf(from, identities)) ?? mainAmong(identities, own);
}

export type GivenIdentity = Omit<Identity, "id" | "mayDelete">;

/** @throws SetFailure, and what the request throws */
export async function createIdentity(given: GivenIdentity, { accountId, maps }: AccountRecords): Promise<void> {
  const set = await request((calls) => calls.call("Identity/set", { accountId, create: { made: given } }));
  const { created, notCreated } = set.result();
  const made = created?.["made"];
  if (!made?.id) throw new SetFailure(notCreated?.["made"] ?? { type: "forbidden" });
  // The next Email may be begun before the news of it have come.
  maps.Identity.put([{ mayDelete: true, ...given, ...made, id: made.id }]);
  requestSync();
}

/** An identity's address never changes (RFC 8621 §6). @throws SetFailure, and what the request throws */
export async function updateIdentities(
  update: Readonly<Record<Id, Partial<Omit<GivenIdentity, "email">>>>,
  { accountId, maps }: AccountRecords,
): Promise<void> {
  const set = await request((calls) => calls.call("Identity/set", { accountId, update }));
  const [failed] = Object.values(set.result().notUpdated ?? {});
  if (failed) throw new SetFailure(failed);
  maps.Identity.put(maps.Identity.values().map((identity) => ({ ...identity, ...update[identity.id] })));
  requestSync();
}

/** @throws SetFailure, and what the request throws */
export async function destroyIdentity(id: Id, { accountId, maps }: AccountRecords): Promise<void> {
  const set = await request((calls) => calls.call("Identity/set", { accountId, destroy: [id] }));
  const failed = set.result().notDestroyed?.[id];
  if (failed) throw new SetFailure(failed);
  maps.Identity.remove([id]);
  requestSync();
}

/** A line of text a line; other clients find it as HTML too. @throws SetFailure, and what the request throws */
export const saveSignatures = (texts: ReadonlyMap<Id, string>): Promise<void> =>
  updateIdentities(
    Object.fromEntries([...texts].map(([id, text]) => [id, { textSignature: text, htmlSignature: htmlOf(text) }])),
    currentRecords(),
  );

/** Whether it is more than lines of text: as such it would be lost by being written as them. */
export const hasRichSignature = ({ textSignature, htmlSignature }: Identity): boolean =>
  htmlSignature !== "" && htmlSignature !== htmlOf(textSignature);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const htmlOf = (text: string): string =>
  text === ""
    ? ""
    : text
        .split("\n")
        .map((line) => `<p style="margin:0">${line.replaceAll(/[&<>]/g, (sign) => entities[sign]!) || "<br>"}</p>`)
        .join("");
