/**
 * Emails serialized by SQLite: rows of a list are not parsed into objects that would only be serialized again.
 * The properties are JMAP's (RFC 8621 §4.1), each with the value that `getEmails` returns.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import { inSlices, type Reader } from "../db/reader.ts";

/** A missing member is null. */
const header = (name: string): string => `coalesce(c.headers -> '$.${name}', 'null')`;

const values: Readonly<Record<string, string>> = {
  id: `'"e' || e.id || '"'`,
  blobId: "json_quote(e.blob_id)",
  threadId: `'"t' || e.thread_id || '"'`,
  mailboxIds: `'{' || coalesce((select group_concat('"m' || mailbox_id || '":true') from email_mailbox m where m.email_id = e.id), '') || '}'`,
  keywords: `'{' || coalesce((select group_concat(json_quote(keyword) || ':true') from email_keyword k where k.email_id = e.id), '') || '}'`,
  size: "e.size",
  // null for a year with more than four digits, which makes the whole row null.
  receivedAt: `'"' || strftime('%Y-%m-%dT%H:%M:%SZ', e.received_at / 1000, 'unixepoch') || '"'`,
  hasAttachment: "iif(e.has_attachment, 'true', 'false')",
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

/** In the order of `ids`; unknown ids are left out. undefined: one cannot be serialized here, use getEmails. */
export async function serializeEmails(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  properties: readonly string[],
): Promise<SerializedEmail[] | undefined> {
  const members = [...new Set(["id", ...properties])].map((name) => `'"${name}":' || ${values[name]}`);
  const sql = `select e.id, iif(octet_length(c.headers) > ${MAX_HEADERS_BYTES}, null, '{' || ${members.join(" || ',' || ")} || '}') as text,
      coalesce(c.headers ->> '$.isShortened', 0) as is_shortened
    from json_each(?) requested cross join email e join email_content c on c.email_id = e.id
    where e.id = requested.value and e.account_id = ?`;
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
