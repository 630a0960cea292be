/** In which mailboxes Emails are, and their keywords: what of an Email changes. */
import type { Id, Keyword } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import type { Membership } from "./email-mailboxes.ts";

/** An Email's mutable part alone. */
export interface EmailMembership {
  mailboxIds: Id[];
  keywords: Keyword[];
  /** For updateEmails(), which then does not read it again. */
  readonly stored: Membership;
}

/** undefined when there is no such Email. */
export const getMembership = async (reader: Reader, accountId: Id, id: Id): Promise<EmailMembership | undefined> =>
  (await getMemberships(reader, accountId, [id])).get(id);

/** Of the Emails that exist, by id. */
export async function getMemberships(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
): Promise<Map<Id, EmailMembership>> {
  const found = await readMemberships(reader, accountId, keysOf("e", ids));
  return new Map(
    [...found].map(([key, stored]) => {
      const mailboxIds = stored.mailboxKeys.map((mailbox) => idOf("m", mailbox));
      return [idOf("e", key), { mailboxIds, keywords: stored.keywords, stored }];
    }),
  );
}

interface Row {
  id: number;
  thread_id: number;
  received_at: number;
  sort_at: number;
  has_attachment: number;
  /** JSON. */
  mailboxes: string;
  keywords: string;
}

/** By key. */
export async function readMemberships(
  reader: Reader,
  accountId: Id,
  keys: readonly number[],
): Promise<Map<number, Membership>> {
  const rows = await reader.all<Row>(
    `select e.id, thread_id, received_at, coalesce(sort_at, received_at) as sort_at, has_attachment,
       (select json_group_array(mailbox_id) from email_mailbox m where m.email_id = e.id and m.account_id = e.account_id) as mailboxes,
       (select json_group_array(keyword) from email_keyword k where k.email_id = e.id and +k.account_id = e.account_id) as keywords
     from key_rows(?) requested ordered join email e on e.id = requested.value where e.account_id = ?`,
    JSON.stringify(keys),
    accountKey(accountId),
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        key: row.id,
        threadKey: row.thread_id,
        receivedAt: row.received_at,
        sortAt: row.sort_at,
        hasAttachment: row.has_attachment,
        mailboxKeys: JSON.parse(row.mailboxes) as number[],
        keywords: JSON.parse(row.keywords) as Keyword[],
      },
    ]),
  );
}
