/** Identities: RFC 8621 §6. The caller validates addresses. */
import { type EmailAddress, type GivenEmailAddress, type Id, type Identity, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export type NewIdentity = Pick<Identity, "email"> &
  Partial<Omit<Identity, "id" | "replyTo" | "bcc">> & {
    replyTo?: GivenEmailAddress[] | null;
    bcc?: GivenEmailAddress[] | null;
  };

/** An omitted name is null, as in responses (RFC 8621 §4.1.2.3). */
const toJson = (addresses: readonly GivenEmailAddress[] | null | undefined): string | null =>
  addresses ? JSON.stringify(addresses.map(({ name = null, email }) => ({ name, email }))) : null;
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
export async function getIdentities(reader: Reader, accountId: Id, ids: Id[] | null = null): Promise<Identity[]> {
  const rows = await reader.all<Row>(
    `select * from identity where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("i", ids))] : []),
  );
  return rows.map(toIdentity);
}

export async function insertIdentity(tx: Transactor, accountId: Id, identity: NewIdentity): Promise<Identity> {
  const row = await tx.get<Row>(
    `insert into identity (account_id, name, email, reply_to, bcc, text_signature, html_signature, may_delete)
     values (?, ?, ?, ?, ?, ?, ?, ?) returning *`,
    accountKey(accountId),
    identity.name ?? "",
    identity.email,
    toJson(identity.replyTo),
    toJson(identity.bcc),
    identity.textSignature ?? "",
    identity.htmlSignature ?? "",
    (identity.mayDelete ?? true) ? 1 : 0,
  );
  await logCreated(tx, accountId, "Identity", row!.id);
  return toIdentity(row!);
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
  await tx.run(
    "update identity set name = ?, reply_to = ?, bcc = ?, text_signature = ?, html_signature = ? where id = ?",
    after.name,
    toJson(after.replyTo),
    toJson(after.bcc),
    after.textSignature,
    after.htmlSignature,
    keyOf("i", id),
  );
  await logUpdated(tx, accountId, "Identity", keyOf("i", id));
}

/** @throws SetFailure notFound, forbidden */
export async function destroyIdentity(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const [identity] = await getIdentities(tx, accountId, [id]);
  if (!identity) throw new SetFailure({ type: "notFound" });
  if (!identity.mayDelete) throw new SetFailure({ type: "forbidden", description: "The account's own identity stays" });
  await tx.run("delete from identity where id = ?", keyOf("i", id));
  await logDestroyed(tx, accountId, "Identity", keyOf("i", id));
}
