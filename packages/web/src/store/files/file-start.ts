/** How a file begins, without the rest of it. */
import { expandUrl, type Id } from "@pismo/jmap";
import { currentRecords } from "../records/records.ts";
import { getClient } from "../session/session.ts";

/** The first octets of a blob: no others are read, whether or not the server sends them. @throws RequestError, TypeError */
export async function fetchStart(
  blobId: Id,
  name: string,
  type: string,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { accountId } = currentRecords();
  const { downloadUrl } = await getClient().sessionOf(accountId);
  const url = expandUrl(downloadUrl, { accountId, blobId, name, type });
  const { body } = await getClient().respond(url, { headers: { range: `bytes=0-${length - 1}` }, signal });
  if (!body) return new Uint8Array();
  // Not every browser iterates over streams.
  const reader = body.getReader();
  const start: number[] = [];
  for (let isEnd = false; !isEnd && start.length < length;) {
    const { done, value } = await reader.read();
    if (value) start.push(...value.subarray(0, length - start.length));
    isEnd = done;
  }
  await reader.cancel();
  return Uint8Array.from(start);
}
