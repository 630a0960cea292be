/** X-GM-LABELS, which ImapFlow takes for flags and holds against those that a folder keeps. */
import type { ImapFlow } from "imapflow";
import type { Session } from "./session.ts";

/** What ImapFlow 2.1 has and its types leave out. */
interface Internals {
  exec(command: string, attributes: unknown[]): Promise<{ next(): void }>;
}

export const hasLabels = ({ client }: Session): boolean => client.capabilities.has("X-GM-EXT-1");

/** Of letters in the selected folder. @param set of uids. @throws Refusal, Offline */
export async function storeLabels(
  { client, must }: Session,
  set: string,
  sign: "+" | "-",
  labels: readonly string[],
): Promise<void> {
  await must(exec(client, set, sign, labels));
}

async function exec(client: ImapFlow, set: string, sign: "+" | "-", labels: readonly string[]): Promise<true> {
  const names = labels.map((value) => ({ type: value.startsWith("\\") ? "ATOM" : "STRING", value }));
  const attributes = [{ type: "SEQUENCE", value: set }, { type: "ATOM", value: `${sign}X-GM-LABELS` }, names];
  const response = await (client as unknown as Internals).exec("UID STORE", attributes);
  response.next();
  return true;
}
