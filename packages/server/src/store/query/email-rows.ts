/**
 * Emails serialized by the database: rows of a list are not parsed into objects that would only be serialized again.
 * The properties are JMAP's (RFC 8621 §4.1), each with the value that `getEmails` returns.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { inSlices, type Reader } from "../db/reader.ts";

/** A missing member is null. */
const header = (name: string): string => `coalesce(cast(c.headers -> '${name}' as text), 'null')`;

const values: Readonly<Record<string, string>> = {
  id: `'"e' || e.id || '"'`,
  blobId: "json_quote(e.blob_id)",
  threadId: `'"t' || e.thread_id || '"'`,
  mailboxIds: `'{' || coalesce((select string_agg('"m' || mailbox_id || '":true', ',') from email_mailbox m where m.email_id = e.id and m.account_id = e.account_id), '') || '}'`,
  keywords: `'{' || coalesce((select string_agg(json_quote(keyword) || ':true', ',') from email_keyword k where k.email_id = e.id and +k.account_id = e.account_id), '') || '}'`,
  size: "e.size",
  // null for a year with more than four digits, which makes the whole row null.
  receivedAt: `'"' || utc_date(e.received_at) || '"'`,
  hasAttachment: "case e.has_attachment when 1 then 'true' else 'false' end",
  preview: "json_quote(c.preview)",
  messageId: header("messageId"),
  inReplyTo: header("inReplyTo"),
  references: header("references"),
  sender: header("sender"),
  from: header("from"),
  to: header("to"),
  cc: header("cc"),
  bcc: header("bcc"),
  replyTo: header("replyTo"),
  subject: header("subject"),
  sentAt: header("sentAt"),
};

export const isSerializable = (properties: readonly string[]): boolean =>
  properties.every((property) => Object.hasOwn(values, property));

export interface SerializedEmail {
  id: Id;
  /** JSON of an object with the id and the requested properties. */
  text: string;
  /** The message's header has more than the stored properties. */
  isShortened: boolean;
}

/** Octets. Headers stored before they were shortened are too large for SQLite to read property by property. */
const MAX_HEADERS_BYTES = 200_000;

/** That never changes: as the Thread was made, whatever the person has done with it. */
const firstThreadId = `'"t' || coalesce(e.first_thread_id, e.thread_id) || '"'`;

/** In the order of `ids`; unknown ids are left out. undefined: one cannot be serialized here, use getEmails. */
export async function serializeEmails(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  properties: readonly string[],
  isArranged = true,
): Promise<SerializedEmail[] | undefined> {
  const given = isArranged ? values : { ...values, threadId: firstThreadId };
  const members = [...new Set(["id", ...properties])].map((name) => `'"${name}":' || ${given[name]}`);
  const sql = `select e.id, case when octet_length(cast(c.headers as text)) <= ${MAX_HEADERS_BYTES} then '{' || ${members.join(" || ',' || ")} || '}' end as text,
      case when c.headers -> 'isShortened' is null then 0 else 1 end as is_shortened
    from key_rows(?) requested ordered join email e on e.id = requested.value join email_content c on c.email_id = e.id and c.account_id = e.account_id
    where e.account_id = ?`;
  const rows = await inSlices(keysOf("e", ids), 100, (keys) =>
    reader.all<{ id: number; text: string | null; is_shortened: number }>(
      sql,
      JSON.stringify(keys),
      accountKey(accountId),
    ),
  );
  if (rows.some(({ text }) => text === null)) return undefined;
  return rows.map(({ id, text, is_shortened }) => ({
    id: idOf("e", id),
    text: text!,
    isShortened: is_shortened === 1,
  }));
}
