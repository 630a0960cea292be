/** Changes that a server refused for good, until somebody has read of it. */
import type { Id } from "@pismo/jmap";
import { logTouched } from "./changes.ts";
import { accountKey, idOf, keysOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

export interface RefusalRecord {
  id: Id;
  at: Date;
  type: "Email" | "Mailbox";
  /** Subject or name; null: it is gone. */
  name: string | null;
  /** One of a closed list, ": ", and the server's own words. */
  reason: string;
}

/** As the column has them. */
const kinds = { Email: "letter", Mailbox: "folder" } as const;

/** Nobody reads more; the oldest go. */
const KEPT = 20;

/** The server refused for good what was done here: people are told until they have read it. */
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
    KEPT,
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

/** They have been read. */
export async function removeMirrorRefusals(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  let gone = 0;
  for (const key of keysOf("r", ids)) {
    const sql = "delete from imap_refusal where account_id = ? and id = ?";
    gone += (await tx.run(sql, accountKey(accountId), key)).changes;
  }
  if (gone > 0) await logTouched(tx, accountId, "MirrorStatus");
}
