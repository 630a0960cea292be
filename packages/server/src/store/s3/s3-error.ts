/** Maps errors of an object store and of the way to it to errors of the store. */
import { StoreError } from "../db/errors.ts";

interface Answered extends Error {
  $metadata: { httpStatusCode?: number };
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "$metadata" in error ? (error as Answered).$metadata.httpStatusCode : undefined;

export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && error instanceof Error && error.name !== "NoSuchBucket";

/** The range begins behind the end. */
export const isOutside = (error: unknown): boolean => statusOf(error) === 416;

/** Everything that is not an answer is the way to the server; other answers are bugs or settings. */
export function s3Error(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error;
  const status = statusOf(error);
  const cause = { cause: error };
  // Ceph's gateway answers 403 QuotaExceeded, others similar names with 400.
  if (status === 507 || (status !== undefined && status < 500 && /QuotaExceeded/.test(error.name)))
    return new StoreError("diskFull", "The object store is full", cause);
  if (status === undefined || status === 429 || status >= 500) {
    const words = error.message || error.name;
    return new StoreError("unreachable", `The object store cannot be reached: ${words}`, cause);
  }
  if (status === 404) return new StoreError("unreadable", "The bucket of PISMO_BLOBS is not there", cause);
  return new StoreError("unreadable", `The object store refuses us: ${error.name} (${status})`, cause);
}
