/**
 * Emails as JSON that SQLite writes: for rows of a list nothing is read into objects that would only be written again.
 * The properties are JMAP's (RFC 8621 §4.1), and every one is what `getEmails` gives.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "./ids.ts";
import { inSlices, type Reader } from "./reader.ts";

/** A member that was never written is null. */
const header = (name: string): string => `coalesce(c.headers -> '$.${name}', 'null')`;

const values: Readonly<Record<string, string>> = {
  id: `'"e' || e.id || '"'`,
  blobId: "json_quote(e.blob_id)",
  threadId: `'"t' || e.thread_id || '"'`,
  mailboxIds: `'{' || coalesce((select group_concat('"m' || mailbox_id || '":true') from email_mailbox m where m.email_id = e.id), '') || '}'`,
  keywords: `'{' || coalesce((select group_concat(json_quote(keyword) || ':true') from email_keyword k where k.email_id = e.id), '') || '}'`,
  size: "e.size",
  // null for a year with more than four digits, and then the whole row is.
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

export const isWritable = (properties: readonly string[]): boolean =>
  properties.every((property) => Object.hasOwn(values, property));

export interface WrittenEmail {
  id: Id;
  /** An object with the id and the properties asked for. */
  text: string;
}

/** In the order of `ids`; unknown ids are left out. undefined: one of them cannot be written, and getEmails has to. */
export async function writeEmails(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
  properties: readonly string[],
): Promise<WrittenEmail[] | undefined> {
  const members = [...new Set(["id", ...properties])].map((name) => `'"${name}":' || ${values[name]}`);
  const sql = `select e.id, '{' || ${members.join(" || ',' || ")} || '}' as text
    from json_each(?) wanted cross join email e join email_content c on c.email_id = e.id
    where e.id = wanted.value and e.account_id = ?`;
  const rows = await inSlices(keysOf("e", ids), 100, (keys) =>
    reader.all<{ id: number; text: string | null }>(sql, JSON.stringify(keys), accountKey(accountId)),
  );
  if (rows.some(({ text }) => text === null)) return undefined;
  return rows.map(({ id, text }) => ({ id: idOf("e", id), text: text! }));
}
