/** X-GM-LABELS, which ImapFlow takes for flags and holds against those that a folder keeps. */
import type { ImapFlow } from "imapflow";
import { exec } from "./exec.ts";
import type { Session } from "./session.ts";

export const hasLabels = ({ client }: Session): boolean => client.capabilities.has("X-GM-EXT-1");

/** Of letters in the selected folder. @param set of uids. @throws Refusal, Offline */
export async function storeLabels(
  { client, must }: Session,
  set: string,
  sign: "+" | "-",
  labels: readonly string[],
): Promise<void> {
  await must(store(client, set, sign, labels));
}

async function store(client: ImapFlow, set: string, sign: "+" | "-", labels: readonly string[]): Promise<true> {
  const names = labels.map((value) => ({ type: value.startsWith("\\") ? "ATOM" : "STRING", value }));
  const attributes = [{ type: "SEQUENCE", value: set }, { type: "ATOM", value: `${sign}X-GM-LABELS` }, names];
  await exec(client, "UID STORE", attributes);
  return true;
}
