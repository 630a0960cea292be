/** Finds Emails by Message-ID, with the index of migrations/0017-message-ids.ts. */
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
