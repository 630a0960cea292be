import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { Session } from "../connection/connection.ts";

/**
 * One answer per message, with all requested items. A server may report a changed flag at any moment (RFC 9051 §7.5.2):
 * read as an answer of its own, that would be a message without header, size and text.
 * @param range of uids. @throws Refusal, Offline
 */
export async function fetchByUid(
  { client, must }: Pick<Session, "client" | "must">,
  range: string,
  query: FetchQueryObject,
  changedSince?: bigint,
): Promise<FetchMessageObject[]> {
  const options = { uid: true, ...(changedSince !== undefined && { changedSince }) };
  const requested = Object.keys(query) as (keyof FetchMessageObject)[];
  const byUid = new Map<number, FetchMessageObject>();
  for (const message of await must(client.fetchAll(range, query, options))) {
    // The later answer is newer.
    byUid.set(message.uid, { ...byUid.get(message.uid), ...message });
  }
  // A message that was expunged in the meantime may have been answered in part.
  return [...byUid.values()].filter((message) => requested.every((name) => message[name] !== undefined));
}
