/** Files: sent with progress, fetched by their URL. */
import { expandUrl, type Id, RequestError, type UploadResult } from "@pismo/jmap";
import { type AccountRecords, currentRecords } from "./records.ts";
import { getClient, getSession } from "../session/session.ts";

export interface UploadOptions {
  /** The shown account when not given. */
  accountId?: Id;
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a file and gives its blob.
 * @throws RequestError, TypeError when the server cannot be reached, AbortError
 */
export async function uploadBlob(
  file: Blob,
  type: string,
  { accountId = currentRecords().accountId, onProgress, signal }: UploadOptions = {},
): Promise<UploadResult> {
  if (typeof XMLHttpRequest === "undefined") return getClient().upload(accountId, file, type, signal);
  const { uploadUrl } = await getClient().sessionOf(accountId);
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    // fetch does not tell how much has been sent.
    const sending = new XMLHttpRequest();
    sending.open("POST", expandUrl(uploadUrl, { accountId }));
    sending.responseType = "json";
    sending.setRequestHeader("content-type", type);
    sending.setRequestHeader("accept", "application/json");
    sending.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    });
    sending.addEventListener("load", () => {
      const { status, response } = sending;
      if (status >= 200 && status < 300) resolve(response as UploadResult);
      else reject(new RequestError({ type: "about:blank", ...(response as object | null), status }));
    });
    sending.addEventListener("error", () => reject(new TypeError("The server cannot be reached")));
    sending.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal?.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(file);
  });
}

/** Where a blob can be fetched from; empty until the session is there. */
export function blobUrl(blobId: Id, name: string, type: string): string {
  const { accountId } = currentRecords();
  return expandUrl(getSession()?.downloadUrl ?? "", { accountId, blobId, name, type });
}

/** A blob's content. @throws RequestError, TypeError */
export async function fetchBlob(
  blobId: Id,
  name: string,
  type: string,
  signal?: AbortSignal,
  { accountId }: Pick<AccountRecords, "accountId"> = currentRecords(),
): Promise<Blob> {
  const response = await getClient().download(accountId, blobId, name, type, signal);
  return response.blob();
}
