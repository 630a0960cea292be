/** Since when letters have been in a folder, as far as they were seen there: for the emptying of folders after some days. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** A place in a folder's list, between two letters. */
export interface StayPlace {
  receivedAt: number;
  emailKey: number;
}

export const beforeAll: StayPlace = { receivedAt: Number.MAX_SAFE_INTEGER, emailKey: Number.MAX_SAFE_INTEGER };

/** A letter that is new there, or has been changed since it was seen: it may have gone and come back. */
export interface Unseen {
  emailKey: number;
  modseq: number;
}

/** @returns what of the next `limit` letters is not noted as it is; `end` undefined: these were the last */
export async function unseenIn(
  reader: Reader,
  accountId: Id,
  mailboxId: Id,
  { receivedAt, emailKey }: StayPlace,
  limit: number,
): Promise<{ unseen: Unseen[]; end: StayPlace | undefined }> {
  const rows = await reader.all<{ email_id: number; received_at: number; modseq: number; noted: number | null }>(
    `select p.email_id, p.received_at, c.modseq, s.modseq as noted
     from (
       select m.email_id, m.received_at from email_mailbox m
       where m.account_id = ?1 and m.mailbox_id = ?2 and (m.received_at, m.email_id) < (?3, ?4)
       order by m.received_at desc, m.email_id desc limit ?5
     ) p
     join change c on c.account_id = ?1 and c.type = 'Email' and c.object_id = p.email_id
     left join folder_stay s on s.mailbox_id = ?2 and s.email_id = p.email_id and s.account_id = ?1
     order by p.received_at desc, p.email_id desc`,
    accountKey(accountId),
    keyOf("m", mailboxId),
    receivedAt,
    emailKey,
    limit,
  );
  const last = rows.at(-1);
  return {
    unseen: rows
      .filter(({ modseq, noted }) => modseq !== noted)
      .map(({ email_id, modseq }) => ({ emailKey: email_id, modseq })),
    end: last && rows.length === limit ? { receivedAt: last.received_at, emailKey: last.email_id } : undefined,
  };
}

/** @param since milliseconds */
export async function noteStays(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  unseen: readonly Unseen[],
  since: number,
): Promise<void> {
  const account = accountKey(accountId);
  await tx.run(
    // One that was destroyed or taken out in between is noted by no row.
    `insert into folder_stay (account_id, mailbox_id, email_id, modseq, since)
     select m.account_id, m.mailbox_id, m.email_id, c.modseq, ?3
     from email_mailbox m join change c on c.account_id = ?1 and c.type = 'Email' and c.object_id = m.email_id
     where m.account_id = ?1 and m.mailbox_id = ?2 and m.email_id in key_list(?4)
     on conflict (mailbox_id, email_id, account_id) do update set modseq = excluded.modseq, since = excluded.since`,
    account,
    keyOf("m", mailboxId),
    since,
    JSON.stringify(unseen.map(({ emailKey }) => emailKey)),
  );
}

/** A letter whose days are over. */
export interface Over {
  emailId: Id;
  /** The other folders that it is in. */
  others: Id[];
}

/**
 * Takes up to `limit` letters from what is noted that have been there since `before`, milliseconds.
 * @returns undefined: there are no more; without those that were changed since they were noted
 */
export async function takeOver(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  before: number,
  limit: number,
): Promise<Over[] | undefined> {
  const [account, mailbox] = [accountKey(accountId), keyOf("m", mailboxId)];
  const rows = await tx.all<{ email_id: number; is_same: number; is_there: number; others: string | null }>(
    `select s.email_id, case when c.modseq = s.modseq then 1 else 0 end as is_same,
       (select count(*) from email_mailbox m
         where m.email_id = s.email_id and m.account_id = ?1 and m.mailbox_id = ?2) as is_there,
       (select string_agg(cast(o.mailbox_id as text), ',') from email_mailbox o
         where o.email_id = s.email_id and o.account_id = ?1 and o.mailbox_id <> ?2) as others
     from folder_stay s
     left join change c on c.account_id = ?1 and c.type = 'Email' and c.object_id = s.email_id
     where s.account_id = ?1 and s.mailbox_id = ?2 and s.since <= ?3
     order by s.since, s.email_id limit ?4`,
    account,
    mailbox,
    before,
    limit,
  );
  if (rows.length === 0) return undefined;
  await tx.run(
    "delete from folder_stay where account_id = ? and mailbox_id = ? and email_id in key_list(?)",
    account,
    mailbox,
    JSON.stringify(rows.map(({ email_id }) => email_id)),
  );
  return rows
    .filter(({ is_same, is_there }) => is_same === 1 && is_there > 0)
    .map(({ email_id, others }) => ({
      emailId: idOf("e", email_id),
      others: others?.split(",").map((key) => idOf("m", Number(key))) ?? [],
    }));
}

/** What is noted of the folder with this role. */
export async function forgetStays(tx: Transactor, accountId: Id, role: "trash" | "junk"): Promise<void> {
  await tx.run(
    `delete from folder_stay where account_id = ?1 and mailbox_id in (
       select id from mailbox where account_id = ?1 and role = ?2)`,
    accountKey(accountId),
    role,
  );
}
