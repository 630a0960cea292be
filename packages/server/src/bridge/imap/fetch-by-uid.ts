import type { FetchMessageObject, FetchQueryObject } from "imapflow";
import type { Session } from "./session.ts";

/**
 * One answer a letter, with everything that was asked for. A server may say at any moment that a flag has changed
 * (RFC 9051 §7.5.2): read as an answer of its own, that would be a letter without a header, a size and a text.
 * @param range of uids. @throws Refusal, Offline
 */
export async function fetchByUid(
  { client, must }: Session,
  range: string,
  query: FetchQueryObject,
  changedSince?: bigint,
): Promise<FetchMessageObject[]> {
  const options = { uid: true, ...(changedSince !== undefined && { changedSince }) };
  const wanted = Object.keys(query) as (keyof FetchMessageObject)[];
  const byUid = new Map<number, FetchMessageObject>();
  for (const message of await must(client.fetchAll(range, query, options))) {
    // The later one knows better.
    byUid.set(message.uid, { ...byUid.get(message.uid), ...message });
  }
  // What was expunged meanwhile may have been answered in part.
  return [...byUid.values()].filter((message) => wanted.every((name) => message[name] !== undefined));
}
