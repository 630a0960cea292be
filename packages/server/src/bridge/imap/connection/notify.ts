/**
 * NOTIFY (RFC 5465): one connection receives changes of all folders, not of the open one alone. ImapFlow lacks the
 * command; it reports changes of the open folder itself.
 */
import type { ImapClient } from "./imap-client.ts";

const atom = (value: string): unknown => ({ type: "ATOM", value });
/** FlagChange requires the other two (§5.3). */
const messageEvents = ["MessageNew", "MessageExpunge", "FlagChange"].map(atom);
const allEvents = [
  atom("SET"),
  // The server then reports the status of each folder at once: a server that reports none would report no change.
  atom("STATUS"),
  [atom("selected"), messageEvents],
  [atom("personal"), [...messageEvents, atom("MailboxName")]],
];

/**
 * Calls onChange for changes in folders that are not open. The server may end its notifications
 * (NOTIFICATIONOVERFLOW); the connection is closed then.
 * @returns false where the server refuses, as Dovecot does without an index of its folders, or reports no status
 */
export async function enableNotify(client: ImapClient, onChange: () => void): Promise<boolean> {
  if (!client.capabilities.has("NOTIFY")) return false;
  let hasStatus = false;
  const note = async (): Promise<void> => void (hasStatus = true);
  try {
    await client.command("NOTIFY", allEvents, { untagged: { STATUS: note, LIST: async () => {} } });
  } catch (error) {
    if (!client.usable) throw error;
    return false;
  }
  if (!hasStatus) return false;
  const notify = async (): Promise<void> => onChange();
  client.onUntagged("STATUS", notify);
  client.onUntagged("LIST", notify);
  client.onResponseCode("NOTIFICATIONOVERFLOW", async () => client.close());
  return true;
}
