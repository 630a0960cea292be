/** Describes the Emails of faulty blobs by subject, sender and folder, for lists of damaged messages. */
import type { EmailHeaders, Id } from "@pismo/jmap";
import type { BlobFault } from "../blobs/verify-blobs.ts";
import { idOf } from "../db/ids.ts";
import { inSlices, type Reader } from "../db/reader.ts";

export interface EmailDescription {
  blobId: Id;
  emailId: Id;
  /** Address of the account. */
  account: string;
  /** The path of one of its mailboxes; null: it is in none. */
  folder: string | null;
  subject: string | null;
  from: string | null;
  receivedAt: Date;
}

export interface FaultyBlob {
  blobId: Id;
  fault: BlobFault;
}

/** A faulty blob with the Emails whose message it is; none for an upload or a queued submission alone. */
export interface FaultyMessage extends FaultyBlob {
  emails: EmailDescription[];
}

interface Row {
  id: number;
  blob_id: string;
  account: string;
  received_at: number;
  /** JSON; null: there is none. */
  headers: string | null;
  folder: string | null;
}

const sql = `
  with recursive path (id, text) as (
    select id, name from mailbox where parent_id is null
    union all select m.id, path.text || '/' || m.name from mailbox m join path on m.parent_id = path.id)
  select e.id, e.blob_id, a.email as account, e.received_at, c.headers,
    (select path.text from email_mailbox m join path on path.id = m.mailbox_id where m.email_id = e.id limit 1) as folder
  from text_rows(?) requested ordered join email e on e.blob_id = requested.value
    join account a on a.id = e.account_id left join email_content c on c.email_id = e.id`;

export async function describeEmails(
  reader: Pick<Reader, "all">,
  blobs: readonly FaultyBlob[],
): Promise<FaultyMessage[]> {
  return inSlices(blobs, 500, async (slice) => {
    const rows = await reader.all<Row>(sql, JSON.stringify(slice.map(({ blobId }) => blobId)));
    const messages = new Map(slice.map((each) => [each.blobId, { ...each, emails: [] as EmailDescription[] }]));
    for (const row of rows) messages.get(row.blob_id)?.emails.push(toDescription(row));
    return [...messages.values()];
  });
}

function toDescription(row: Row): EmailDescription {
  const headers = headersOf(row.headers);
  return {
    blobId: row.blob_id,
    emailId: idOf("e", row.id),
    account: row.account,
    folder: row.folder,
    subject: headers?.subject ?? null,
    from: headers?.from?.[0]?.email ?? null,
    receivedAt: new Date(row.received_at),
  };
}

/** undefined: there are none, or they are damaged too. */
function headersOf(json: string | null): Partial<EmailHeaders> | undefined {
  try {
    return json === null ? undefined : (JSON.parse(json) as Partial<EmailHeaders>);
  } catch {
    return undefined;
  }
}
