/** Changes that a server refused permanently, until a person dismisses the notice. */
import type { Id } from "@pismo/jmap";
import { logTouched } from "../db/changes.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface RefusalRecord {
  id: Id;
  at: Date;
  type: "Email" | "Mailbox";
  /** Subject or name; null: the object was destroyed. */
  name: string | null;
  /** One of a closed list, ": ", and the server's own words. */
  reason: string;
}

/** The values of the column. */
const kinds = { Email: "letter", Mailbox: "folder" } as const;

/** Per account; the oldest are deleted. */
const MAX_REFUSALS = 20;

/** Records a permanent refusal. */
export async function addMirrorRefusal(
  tx: Transactor,
  accountId: Id,
  { type, name, reason }: Pick<RefusalRecord, "type" | "name" | "reason">,
): Promise<void> {
  const key = accountKey(accountId);
  const sql = "insert into imap_refusal (account_id, at, kind, name, reason) values (?, ?, ?, ?, ?)";
  await tx.run(sql, key, Date.now(), kinds[type], name, reason);
  await tx.run(
    `delete from imap_refusal where account_id = ?1
       and id not in (select id from imap_refusal where account_id = ?1 order by id desc limit ?2)`,
    key,
    MAX_REFUSALS,
  );
  await logTouched(tx, accountId, "MirrorStatus");
}

/** Oldest first. */
export async function listMirrorRefusals(reader: Reader, accountId: Id): Promise<RefusalRecord[]> {
  const rows = await reader.all<{ id: number; at: number; kind: string; name: string | null; reason: string }>(
    "select id, at, kind, name, reason from imap_refusal where account_id = ? order by id",
    accountKey(accountId),
  );
  return rows.map(({ id, at, kind, name, reason }) => ({
    id: idOf("r", id),
    at: new Date(at),
    type: kind === kinds.Email ? "Email" : "Mailbox",
    name,
    reason,
  }));
}

/** Deletes refusals that were dismissed. */
export async function removeMirrorRefusals(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  let removed = 0;
  for (const key of keysOf("r", ids)) {
    const sql = "delete from imap_refusal where account_id = ? and id = ?";
    removed += (await tx.run(sql, accountKey(accountId), key)).changes;
  }
  if (removed > 0) await logTouched(tx, accountId, "MirrorStatus");
}
