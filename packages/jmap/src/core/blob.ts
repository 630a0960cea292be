/** Binary data: RFC 8620 §6. */
import type { GetArgs, Id } from "./core.ts";
import type { SetError } from "./errors.ts";

export interface UploadResult {
  accountId: Id;
  blobId: Id;
  /** Media type as the client gave it. */
  type: string;
  /** Octets. */
  size: number;
}

export interface BlobCopyArgs {
  fromAccountId: Id;
  accountId: Id;
  blobIds: Id[];
}

export interface BlobCopyResult {
  fromAccountId: Id;
  accountId: Id;
  copied: Record<Id, Id> | null;
  notCopied: Record<Id, SetError> | null;
}

/** RFC 9404. */
export const BLOB = "urn:ietf:params:jmap:blob";

/** Among an account's capabilities (RFC 9404 §3.1). */
export interface BlobCapability {
  /** Octets of a blob that Blob/upload makes. */
  maxSizeBlobSet: number | null;
  maxDataSources: number;
  supportedTypeNames: string[];
  /** By their names in IANA's registry of HTTP Digest Algorithm Values, in lower case. */
  supportedDigestAlgorithms: string[];
}

/** One of the three; a blob may be limited to a range of octets. */
export interface DataSource {
  "data:asText"?: string | null;
  "data:asBase64"?: string | null;
  blobId?: Id | null;
  offset?: number | null;
  length?: number | null;
}

/** RFC 9404 §4.1. */
export interface BlobUploadArgs {
  accountId: Id;
  create: Record<Id, { data: DataSource[]; type?: string | null }>;
}
export interface BlobUploadResult {
  accountId: Id;
  created: Record<Id, { id: Id; type: string; size: number }> | null;
  notCreated: Record<Id, SetError> | null;
}

/** RFC 9404 §4.2. `offset` and `length` in octets. */
export interface BlobGetArgs extends GetArgs {
  ids: Id[];
  offset?: number | null;
  length?: number | null;
}
export interface BlobData {
  id: Id;
  "data:asText"?: string | null;
  "data:asBase64"?: string;
  /** Octets of the whole blob. */
  size?: number;
  /** Present where the range was requested as text and is not UTF-8. */
  isEncodingProblem?: true;
  /** Present where the blob ends before the range. */
  isTruncated?: true;
  /** In base64, of the range. */
  [digest: `digest:${string}`]: string;
}

/** RFC 9404 §4.3. */
export interface BlobLookupArgs {
  accountId: Id;
  typeNames: string[];
  ids: Id[];
}
export interface BlobLookupResult {
  accountId: Id;
  list: { id: Id; matchedIds: Record<string, Id[]> }[];
  notFound: Id[];
}
