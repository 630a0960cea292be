/** Letters with a Message-ID, by its index: migrations/0017-message-ids.ts. */
import { type Fragment, sq } from "./sql-fragment.ts";

/**
 * The keys of the letters that a header condition asks for by a whole Message-ID, those of other accounts among them;
 * undefined: it asks for something else. How a text fits a field is the server's choice (RFC 8621 §4.4.1): an id fits as a
 * whole, not as a piece of a longer one.
 */
export function messageIdKeys([name = "", text = ""]: readonly string[]): Fragment | undefined {
  const id = /^\s*<?([^\s<>]+@[^\s<>]+)>?\s*$/.exec(text)?.[1];
  if (id === undefined || name.toLowerCase() !== "message-id") return undefined;
  return sq`select email_id from email_content where lower(json_extract(headers, '$.messageId[0]')) = lower(${id})`;
}
