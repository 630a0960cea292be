/** Repairs references between rows: accounts, threads and mailboxes that rows refer to, and a mailbox for every Email. */
import { defaultMailboxes } from "../auth/accounts.ts";
import { writeMemberships } from "../mail/email-mailboxes.ts";
import { idOf, keyOf } from "../db/ids.ts";
import type { ForeignKey } from "./engine-checks.ts";
import { insertIdentity } from "../submission/identities.ts";
import { ensureMailbox, getMailboxes, insertMailbox } from "../mail/mailboxes.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import type { Id } from "@pismo/jmap";

/** SQL: Emails in no mailbox, except those of mirrors, which may be in none for a while. */
const unfiled = `select e.id, e.account_id, e.thread_id, e.received_at, coalesce(e.sort_at, e.received_at) as sort_at, e.has_attachment from email e
  where e.id not in (select email_id from email_mailbox) and e.account_id not in (select account_id from imap_account)`;

export async function countUnfiled(reader: Reader): Promise<number> {
  return (await reader.get<{ n: number }>(`select count(*) as n from (${unfiled}) as unfiled`))!.n;
}

const broken = ({ table, from, parent, to }: ForeignKey): string =>
  `${from.map((column) => `"${column}" is not null`).join(" and ")} and not exists (select 1 from "${parent}" parent
    where ${from.map((column, index) => `parent."${to[index]}" = "${table}"."${column}"`).join(" and ")})`;

/** The number of broken references, by table. */
export async function brokenReferences(reader: Reader, keys: readonly ForeignKey[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    const row = await reader.get<{ n: number }>(`select count(*) as n from "${key.table}" where ${broken(key)}`);
    if (row!.n > 0) counts.set(key.table, (counts.get(key.table) ?? 0) + row!.n);
  }
  return counts;
}

/** Creates missing rows that Emails refer to; deletes other rows with broken references. */
export async function repairReferences(tx: Transactor, domain: string, keys: readonly ForeignKey[]): Promise<void> {
  await tx.run(
    `insert into account (id, name, email, created_at)
     select account_id, '', 'recovered-' || account_id || '@' || cast(?1 as text), cast(?2 as bigint)
     from (select account_id from email union select account_id from mailbox) as named
     where account_id not in (select id from account) on conflict do nothing`,
    domain,
    Date.now(),
  );
  await tx.run(
    "insert into thread (id, account_id) select thread_id, min(account_id) from email where thread_id not in (select id from thread) group by thread_id",
  );
  for (const key of keys) {
    const sql = key.mayBeNull
      ? `update "${key.table}" set ${key.from.map((column) => `"${column}" = null`).join(", ")} where ${broken(key)}`
      : `delete from "${key.table}" where ${broken(key)}`;
    await tx.run(sql);
  }
}

/** Creates the mailboxes and the identity that a local account always has. */
export async function repairAccounts(tx: Transactor): Promise<void> {
  const rows = await tx.all<{ id: number; name: string; email: string }>(
    `select id, name, email from account where is_removed = 0
       and id not in (select account_id from imap_account) and id not in (select account_id from upstream_login)`,
  );
  for (const { id, name: ownName, email } of rows) {
    const accountId = idOf("a", id);
    const mailboxes = await getMailboxes(tx, accountId);
    for (const [index, [name, role]] of defaultMailboxes.entries()) {
      if (mailboxes.some((mailbox) => mailbox.role === role)) continue;
      const isTaken = mailboxes.some((mailbox) => mailbox.parentId === null && mailbox.name === name);
      await insertMailbox(tx, accountId, { name: isTaken ? `${name} (2)` : name, role, sortOrder: index + 1 });
    }
    const hasIdentity = await tx.get("select 1 from identity where account_id = ?", id);
    if (!hasIdentity) await insertIdentity(tx, accountId, { name: ownName, email, mayDelete: false });
  }
}

export interface Unfiled {
  id: number;
  account_id: number;
  thread_id: number;
  received_at: number;
  sort_at: number;
  has_attachment: number;
}

/** Puts Emails without a mailbox into one of this name. */
export async function repairUnfiled(tx: Transactor, folder: string): Promise<void> {
  const rows = await tx.all<Unfiled>(unfiled);
  const folders = new Map<number, Id>();
  for (const { account_id } of rows) {
    if (!folders.has(account_id)) folders.set(account_id, await ensureMailbox(tx, idOf("a", account_id), folder));
  }
  await inSlices(rows, 100, async (slice) => {
    for (const row of slice) {
      const accountId = idOf("a", row.account_id);
      const keywords = await tx.all<{ keyword: string }>(
        "select keyword from email_keyword where email_id = ?",
        row.id,
      );
      await tx.run("delete from email_keyword where email_id = ?", row.id);
      const membership = {
        key: row.id,
        threadKey: row.thread_id,
        receivedAt: row.received_at,
        sortAt: row.sort_at,
        hasAttachment: row.has_attachment,
        mailboxKeys: [keyOf("m", folders.get(row.account_id)!)],
        keywords: keywords.map(({ keyword }) => keyword),
      };
      await writeMemberships(tx, accountId, [membership]);
    }
    return [];
  });
}
