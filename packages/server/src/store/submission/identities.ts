/** Identities: RFC 8621 §6. The caller validates addresses. */
import { type EmailAddress, type GivenEmailAddress, type Id, type Identity, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type NewIdentity = Pick<Identity, "email"> &
  Partial<Omit<Identity, "id" | "replyTo" | "bcc">> & {
    replyTo?: GivenEmailAddress[] | null;
    bcc?: GivenEmailAddress[] | null;
  };

/** An omitted name is null, as in responses (RFC 8621 §4.1.2.3). */
const withNames = (addresses: readonly GivenEmailAddress[] | null | undefined): EmailAddress[] | null =>
  addresses?.map(({ name = null, email }) => ({ name, email })) ?? null;
const toJson = (addresses: readonly GivenEmailAddress[] | null | undefined): string | null =>
  addresses ? JSON.stringify(withNames(addresses)) : null;
const fromJson = (json: string | null) => (json === null ? null : (JSON.parse(json) as EmailAddress[]));

interface Row {
  id: number;
  name: string;
  email: string;
  reply_to: string | null;
  bcc: string | null;
  text_signature: string;
  html_signature: string;
  may_delete: number;
}

const toIdentity = (row: Row): Identity => ({
  id: idOf("i", row.id),
  name: row.name,
  email: row.email,
  replyTo: fromJson(row.reply_to),
  bcc: fromJson(row.bcc),
  textSignature: row.text_signature,
  htmlSignature: row.html_signature,
  mayDelete: row.may_delete === 1,
});

/** `ids` null or left out: all of the account, oldest first. */
export async function getIdentities(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null = null,
): Promise<Identity[]> {
  const rows = await reader.all<Row>(
    `select * from identity where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("i", ids))] : []),
  );
  return rows.map(toIdentity);
}

export async function insertIdentities(
  tx: Transactor,
  accountId: Id,
  identities: readonly NewIdentity[],
): Promise<Identity[]> {
  const keys = await tx.newKeys("identity", identities.length);
  const made = identities.map((given, index): Identity => ({
    id: idOf("i", keys[index]!),
    name: given.name ?? "",
    email: given.email,
    replyTo: withNames(given.replyTo),
    bcc: withNames(given.bcc),
    textSignature: given.textSignature ?? "",
    htmlSignature: given.htmlSignature ?? "",
    mayDelete: given.mayDelete ?? true,
  }));
  await tx.runAll(
    `insert into identity (id, account_id, email, may_delete, name, reply_to, bcc, text_signature, html_signature)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    made.map((identity, index) => [
      keys[index]!,
      accountKey(accountId),
      identity.email,
      Number(identity.mayDelete),
      ...changeableColumns(identity),
    ]),
  );
  await logCreated(tx, accountId, "Identity", ...keys);
  return made;
}

export async function insertIdentity(tx: Transactor, accountId: Id, identity: NewIdentity): Promise<Identity> {
  return (await insertIdentities(tx, accountId, [identity]))[0]!;
}

/** name, reply_to, bcc, text_signature, html_signature */
const changeableColumns = ({ name, replyTo, bcc, textSignature, htmlSignature }: Identity) =>
  [name, toJson(replyTo), toJson(bcc), textSignature, htmlSignature] as const;

/** Stores identities that have been read in this transaction. The email of an identity never changes (RFC 8621 §6). */
export async function storeIdentities(tx: Transactor, accountId: Id, identities: readonly Identity[]): Promise<void> {
  const keys = keysOf(
    "i",
    identities.map(({ id }) => id),
  );
  await tx.runAll(
    "update identity set name = ?, reply_to = ?, bcc = ?, text_signature = ?, html_signature = ? where id = ? and account_id = ?",
    identities.map((identity, index) => [...changeableColumns(identity), keys[index]!, accountKey(accountId)]),
  );
  await logUpdated(tx, accountId, "Identity", ...keys);
}

/** @throws SetFailure notFound */
export async function updateIdentity(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: Partial<Omit<Identity, "id" | "email" | "mayDelete">>,
): Promise<void> {
  const [before] = await getIdentities(tx, accountId, [id]);
  if (!before) throw new SetFailure({ type: "notFound" });
  await storeIdentities(tx, accountId, [{ ...before, ...changes }]);
}

/** @throws SetFailure notFound, forbidden */
export function assertMayDelete(identity: Identity | undefined): asserts identity {
  if (!identity) throw new SetFailure({ type: "notFound" });
  if (!identity.mayDelete) throw new SetFailure({ type: "forbidden", description: "The account's own identity stays" });
}

/** Deletes identities that may be (assertMayDelete). */
export async function destroyIdentities(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  const keys = keysOf("i", ids);
  await tx.run(
    "delete from identity where account_id = ? and id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keys),
  );
  await logDestroyed(tx, accountId, "Identity", ...keys);
}

/** @throws SetFailure notFound, forbidden */
export async function destroyIdentity(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const [identity] = await getIdentities(tx, accountId, [id]);
  assertMayDelete(identity);
  await destroyIdentities(tx, accountId, [id]);
}
