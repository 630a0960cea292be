/** Binary data: RFC 8620 §6. */
import type { Id } from "./core.ts";
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
