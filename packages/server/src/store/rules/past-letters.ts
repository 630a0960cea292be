/** Letters that were there before a rule, the newest first: what it is tried on. */
import type { EmailHeaders, Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

export interface PastLetter {
  id: Id;
  blobId: Id;
  /** Octets. */
  size: number;
  hasAttachment: boolean;
  receivedAt: number;
  headerStart: number;
  bodyStart: number;
  /** Of a letter whose message only its mail server has: what is known of its header. */
  known: EmailHeaders | undefined;
}

/** A place between two letters. */
export interface PastPlace {
  receivedAt: number;
  key: number;
}

export interface PastLetters {
  letters: PastLetter[];
  /** After the last one that was looked for; undefined: that was all. */
  end: PastPlace | undefined;
}

/** Roles of the folders into which no mail is sorted. */
const apart = ["drafts", "sent", "trash", "junk", "snoozed", "scheduled"];

interface Row {
  id: number;
  blob_id: Id;
  size: number;
  has_attachment: number;
  received_at: number;
  is_sorted: number;
  header_start: number;
  body_start: number;
  known: string | null;
}

/**
 * @param after milliseconds: none that was received earlier
 * @param count how many are looked for: those that lie in other folders are not among the letters
 */
export async function pastLetters(
  reader: Reader,
  accountId: Id,
  after: number,
  { receivedAt, key }: PastPlace,
  count: number,
): Promise<PastLetters> {
  const rows = await reader.all<Row>(
    `select e.id, e.blob_id, e.size, e.has_attachment, e.received_at,
       case when exists (
         select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
         where m.account_id = ?1 and m.email_id = e.id and coalesce(b.role, '') not in (${apart.map((role) => `'${role}'`).join(", ")})
       ) then 1 else 0 end as is_sorted,
       cast(c.structure ->> 'headerStart' as bigint) as header_start,
       cast(c.structure ->> 'bodyStart' as bigint) as body_start,
       case when e.is_partial = 1 then c.headers end as known
     from (
       select p.id from email p where p.account_id = ?1 and p.received_at >= ?2 and (p.received_at, p.id) < (?3, ?4)
       order by p.received_at desc, p.id desc limit ?5
     ) page join email e on e.id = page.id and e.account_id = ?1
     join email_content c on c.email_id = e.id and c.account_id = ?1
     order by e.received_at desc, e.id desc`,
    accountKey(accountId),
    after,
    receivedAt,
    key,
    count,
  );
  const last = rows.at(-1);
  return {
    letters: rows.filter(({ is_sorted }) => is_sorted === 1).map(toLetter),
    end: last && rows.length === count ? { receivedAt: last.received_at, key: last.id } : undefined,
  };
}

const toLetter = ({
  id,
  blob_id,
  size,
  has_attachment,
  received_at,
  header_start,
  body_start,
  known,
}: Row): PastLetter => ({
  id: idOf("e", id),
  blobId: blob_id,
  size,
  hasAttachment: has_attachment === 1,
  receivedAt: received_at,
  headerStart: header_start,
  bodyStart: body_start,
  known: known === null ? undefined : (JSON.parse(known) as EmailHeaders),
});
