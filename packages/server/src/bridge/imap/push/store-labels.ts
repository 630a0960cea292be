/** X-GM-LABELS, which ImapFlow treats as flags and filters by PERMANENTFLAGS. */
import type { ImapClient } from "../connection/imap-client.ts";
import type { Session } from "../connection/connection.ts";

export const hasLabels = ({ client }: Session): boolean => client.capabilities.has("X-GM-EXT-1");

/** Changes the labels of messages in the selected folder. @param set of uids. @throws Refusal, Offline */
export async function storeLabels(
  { client, must }: Session,
  set: string,
  sign: "+" | "-",
  labels: readonly string[],
): Promise<void> {
  await must(store(client, set, sign, labels));
}

async function store(client: ImapClient, set: string, sign: "+" | "-", labels: readonly string[]): Promise<true> {
  const names = labels.map((value) => ({ type: value.startsWith("\\") ? "ATOM" : "STRING", value }));
  const attributes = [{ type: "SEQUENCE", value: set }, { type: "ATOM", value: `${sign}X-GM-LABELS` }, names];
  await client.command("UID STORE", attributes);
  return true;
}
