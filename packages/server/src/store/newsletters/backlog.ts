/**
 * Letters that were stored before newsletters were counted, or before all was kept of what lists are called. Their headers
 * are read a batch at a time, the newest first.
 * Those whose message is still on a mail server come with the message (mail/rewrite-email.ts).
 */
import type { Id } from "@pismo/jmap";
import { headersOf } from "../../mime/headers/headers.ts";
import { type MailingList, mailingListOf } from "../../mime/headers/mailing-list.ts";
import { ifReadable } from "../blobs/verify-blobs.ts";
import { idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { insertNewsletterEmails, type ListedEmail, nameNewsletters } from "./newsletter-emails.ts";

/** SQL for a database whose letters have not been looked at. */
export const beginNewsletterBacklog = `insert into newsletter_backlog (account_id, email_id)
  select account_id, max(id) from email where true group by account_id on conflict do nothing`;

const BATCH = 100;
/** Octets of a header that are looked at. */
const MAX_HEADER_BYTES = 256 * 1024;

interface Row {
  id: number;
  blob_id: Id;
  received_at: number;
  is_partial: number;
  start: number | null;
  end: number | null;
}

/** Reads those of a batch. @returns whether more is left */
export async function workOffNewsletters(store: Store): Promise<boolean> {
  const found = await store.read(nextBatch);
  if (!found) return false;
  const { account, rows } = found;
  const accountId = idOf("a", account);
  const emails = (await Promise.all(rows.map((row) => listedEmail(store, row)))).flat();
  await store.write(
    async (tx) => {
      const present = await tx.all<{ id: number; is_counted: number }>(
        `select id, case when exists (select 1 from newsletter_email n where n.email_id = e.id and n.account_id = e.account_id)
           then 1 else 0 end as is_counted
         from email e where id in key_list(?) and +account_id = ?`,
        JSON.stringify(emails.map(({ key }) => key)),
        account,
      );
      const counted = new Map(present.map(({ id, is_counted }) => [id, is_counted === 1]));
      const those = (isCounted: boolean) => emails.filter(({ key }) => counted.get(key) === isCounted);
      await nameNewsletters(tx, accountId, those(true));
      await insertNewsletterEmails(tx, accountId, those(false));
      if (rows.length < BATCH) await tx.run("delete from newsletter_backlog where account_id = ?", account);
      else
        await tx.run("update newsletter_backlog set email_id = ? where account_id = ?", rows.at(-1)!.id - 1, account);
    },
    { accountId },
  );
  return true;
}

async function nextBatch(reader: Reader): Promise<{ account: number; rows: Row[] } | undefined> {
  const next = await reader.get<{ account_id: number; email_id: number }>(
    "select account_id, email_id from newsletter_backlog order by account_id limit 1",
  );
  if (!next) return undefined;
  const rows = await reader.all<Row>(
    `select e.id, e.blob_id, e.received_at, e.is_partial,
       cast(c.structure ->> 'headerStart' as bigint) as start, cast(c.structure ->> 'bodyStart' as bigint) as "end"
     from email e join email_content c on c.email_id = e.id and c.account_id = e.account_id
     where e.account_id = ? and e.id <= ? order by e.id desc limit ?`,
    next.account_id,
    next.email_id,
    BATCH,
  );
  return { account: next.account_id, rows };
}

async function listedEmail(store: Store, row: Row): Promise<ListedEmail[]> {
  if (row.is_partial === 1 || row.start === null || row.end === null) return [];
  const list = await listOf(store, row.blob_id, row.start, Math.min(row.end, row.start + MAX_HEADER_BYTES));
  return list ? [{ key: row.id, receivedAt: row.received_at, list }] : [];
}

/** A message that is damaged has no list: the next rebuild finds it. */
async function listOf(store: Store, blobId: Id, start: number, end: number): Promise<MailingList | null> {
  const header = await ifReadable(store.blobs.getRange(blobId, start, end));
  return header ? mailingListOf(headersOf(header, 0, header.length)) : null;
}
