/**
 * NOTIFY (RFC 5465): one connection hears of changes in every folder, not in the open one alone. ImapFlow has no such
 * command; what is told of the open folder it reports as it always does.
 */
import type { ImapFlow } from "imapflow";
import { exec } from "./exec.ts";

/** What ImapFlow 2.1 has and its types leave out. */
interface Internals {
  untaggedHandlers: Record<string, (() => Promise<void>) | undefined>;
  sectionHandlers: Record<string, (() => Promise<void>) | undefined>;
}

const atom = (value: string): unknown => ({ type: "ATOM", value });
const letterEvents = ["MessageNew", "MessageExpunge", "FlagChange"].map(atom);
/** FlagChange is only taken together with the other two (§5.3). */
const everything = [
  atom("SET"),
  // With it the server tells how each folder is now: one that says nothing would tell of no change either.
  atom("STATUS"),
  [atom("selected"), letterEvents],
  [atom("personal"), [...letterEvents, atom("MailboxName")]],
];

/**
 * From now on onNews is called for changes in folders that are not open. The server may end it by itself
 * (NOTIFICATIONOVERFLOW), and then tells of nothing any more, so that the connection is closed.
 * @returns whether the server does it. It may refuse although it says that it can: Dovecot without an index of its
 *   folders does. One that takes the command and then says nothing is not believed.
 */
export async function askForNews(client: ImapFlow, onNews: () => void): Promise<boolean> {
  if (!client.capabilities.has("NOTIFY")) return false;
  const flow = client as unknown as Internals;
  let isTold = false;
  const note = async (): Promise<void> => void (isTold = true);
  try {
    await exec(client, "NOTIFY", everything, { untagged: { STATUS: note, LIST: async () => {} } });
  } catch (error) {
    if (!client.usable) throw error;
    return false;
  }
  if (!isTold) return false;
  const tell = async (): Promise<void> => onNews();
  flow.untaggedHandlers["STATUS"] = tell;
  flow.untaggedHandlers["LIST"] = tell;
  flow.sectionHandlers["NOTIFICATIONOVERFLOW"] = async () => client.close();
  return true;
}
