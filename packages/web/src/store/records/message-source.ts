/** An Email as it came: its header fields, and the beginning of its text. */
import type { EmailHeader, Id } from "@pismo/jmap";
import { currentRecords } from "./records.ts";
import { getClient, request } from "../session/session.ts";

/** All fields in their order, raw. @throws MethodError, RequestError, TypeError */
export async function loadHeaderFields(id: Id, signal: AbortSignal): Promise<EmailHeader[]> {
  const { accountId } = currentRecords();
  const get = await request(
    (calls) => calls.call("Email/get", { accountId, ids: [id], properties: ["headers"] }),
    signal,
  );
  return get.result().list[0]?.headers ?? [];
}

/** The first octets as text; what comes behind them is not fetched. @throws RequestError, TypeError */
export async function loadSourceStart(blobId: Id, most: number, signal: AbortSignal): Promise<string> {
  const response = await getClient().download(
    currentRecords().accountId,
    blobId,
    "source.eml",
    "message/rfc822",
    signal,
  );
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let left = most; left > 0;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    const kept = value.subarray(0, left);
    text += decoder.decode(kept, { stream: true });
    left -= kept.length;
  }
  await reader.cancel();
  return text;
}
