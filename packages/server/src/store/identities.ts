/** Identities: RFC 8621 §6. What an address may be is the caller's to check. */
import { type EmailAddress, type Id, type Identity, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "./changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { flag, type IdentityTable } from "./schema.ts";

export type NewIdentity = Pick<Identity, "email"> & Partial<Omit<Identity, "id">>;

const toJson = (addresses: EmailAddress[] | null | undefined) => (addresses ? JSON.stringify(addresses) : null);
const fromJson = (json: string | null) => (json === null ? null : (JSON.parse(json) as EmailAddress[]));

type Row = Omit<IdentityTable, "id"> & { id: number };

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
export async function getIdentities(reader: Reader, accountId: Id, ids: Id[] | null = null): Promise<Identity[]> {
  const rows = await reader.all<Row>(
    `select * from identity where account_id = ? ${ids ? "and id in (select value from json_each(?))" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("i", ids))] : []),
  );
  return rows.map(toIdentity);
}

export async function insertIdentity(tx: Transactor, accountId: Id, identity: NewIdentity): Promise<Identity> {
  const row = await tx.db
    .insertInto("identity")
    .values({
      account_id: accountKey(accountId),
      name: identity.name ?? "",
      email: identity.email,
      reply_to: toJson(identity.replyTo),
      bcc: toJson(identity.bcc),
      text_signature: identity.textSignature ?? "",
      html_signature: identity.htmlSignature ?? "",
      may_delete: flag(identity.mayDelete ?? true),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logCreated(tx, accountId, "Identity", row.id);
  return toIdentity(row);
}

/** @throws SetFailure notFound. The email of an identity never changes (RFC 8621 §6). */
export async function updateIdentity(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: Partial<Omit<Identity, "id" | "email" | "mayDelete">>,
): Promise<void> {
  const [before] = await getIdentities(tx, accountId, [id]);
  if (!before) throw new SetFailure({ type: "notFound" });
  const after = { ...before, ...changes };
  await tx.db
    .updateTable("identity")
    .set({
      name: after.name,
      reply_to: toJson(after.replyTo),
      bcc: toJson(after.bcc),
      text_signature: after.textSignature,
      html_signature: after.htmlSignature,
    })
    .where("id", "=", keyOf("i", id))
    .execute();
  await logUpdated(tx, accountId, "Identity", keyOf("i", id));
}

/** @throws SetFailure notFound, forbidden */
export async function destroyIdentity(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const [identity] = await getIdentities(tx, accountId, [id]);
  if (!identity) throw new SetFailure({ type: "notFound" });
  if (!identity.mayDelete) throw new SetFailure({ type: "forbidden", description: "The account's own identity stays" });
  await tx.db.deleteFrom("identity").where("id", "=", keyOf("i", id)).execute();
  await logDestroyed(tx, accountId, "Identity", keyOf("i", id));
}
