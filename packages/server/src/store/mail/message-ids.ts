/** Finds Emails by Message-ID, with the index of migrations/0017-message-ids.ts. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { type Fragment, sq } from "../db/sql-fragment.ts";

/**
 * The keys of the Emails that match a header condition for a whole Message-ID, undefined for other
 * conditions. How a text matches a field is the server's choice (RFC 8621 §4.4.1): an id matches as a whole, not as part
 * of a longer one.
 */
export function messageIdKeys([name = "", text = ""]: readonly string[], account: number): Fragment | undefined {
  const id = /^\s*<?([^\s<>]+)>?\s*$/.exec(text)?.[1];
  // Not in the regular expression, which would backtrack from each of a million "@".
  const isWhole = id !== undefined && id.slice(1, -1).includes("@");
  if (!isWhole || name.toLowerCase() !== "message-id") return undefined;
  return sq`select email_id from email_content where lower(message_id_of(headers)) = lower(${id}) and account_id = ${account}`;
}

export const isMessageId = (condition: readonly string[]): boolean => messageIdKeys(condition, 0) !== undefined;

/** Emails with this Message-ID, those that a client made first, then the oldest. None for what the index has not. */
export async function emailsWithMessageId(
  reader: Reader,
  accountId: Id,
  messageId: string,
  limit: number,
): Promise<Id[]> {
  const account = accountKey(accountId);
  const keys = messageIdKeys(["Message-ID", messageId], account);
  if (!keys) return [];
  const { sql, params } = sq`select id from email where id in (${keys}) and +account_id = ${account}
    order by is_from_client desc, id limit ${limit}`;
  const rows = await reader.all<{ id: number }>(sql, ...params);
  return rows.map(({ id }) => idOf("e", id));
}
