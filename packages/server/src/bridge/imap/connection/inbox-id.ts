/** An id that distinguishes a person's mailbox from all others of a server. */
import type { Session } from "./connection.ts";

/** Some servers count shorter ids within an account, so that they repeat between accounts. */
const MIN_ID_LENGTH = 16;

interface Attribute {
  value?: unknown;
}

/**
 * The id of a session's INBOX: MAILBOXID (RFC 8474 §4.1), or Dovecot's GUID.
 * @returns undefined where the server has no id that is unique among its users
 */
export async function inboxIdOf({ client }: Session): Promise<string | undefined> {
  const item = client.capabilities.has("OBJECTID") ? "MAILBOXID" : "X-GUID";
  let id: unknown;
  const untagged = {
    async STATUS({ attributes = [] }: { attributes?: unknown[] } = {}): Promise<void> {
      const items = attributes[1];
      if (!Array.isArray(items)) return;
      const at = items.findIndex((each: Attribute) => String(each.value).toUpperCase() === item);
      const found = at < 0 ? undefined : (items[at + 1] as Attribute | Attribute[] | undefined);
      id = Array.isArray(found) ? found[0]?.value : found?.value;
    },
  };
  try {
    const attributes = [{ type: "ATOM", value: "INBOX" }, [{ type: "ATOM", value: item }]];
    await client.command("STATUS", attributes, { untagged });
  } catch {
    // A server without the item answers BAD.
    return undefined;
  }
  return typeof id === "string" && id.length >= MIN_ID_LENGTH ? id : undefined;
}
