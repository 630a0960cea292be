/** What the store can fail with, apart from the errors of JMAP: each is one clear line for the person. */

export type StoreErrorCode =
  | "locked"
  | "newerVersion"
  | "diskFull"
  | "corrupt"
  | "unreadable"
  | "busy"
  | "closed"
  | "tooLarge"
  | "blobMissing"
  /** The message lies on a server that cannot be reached now. */
  | "blobElsewhere"
  | "badBackup";

export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";

/** An error of the file system as a StoreError where it has a meaning of its own; others as they are. */
export function fileError(error: unknown, path: string): unknown {
  if (!hasCode(error)) return error;
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
    case "EFBIG":
      return new StoreError("diskFull", `The disk is full: ${path} could not be written`, { cause: error });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StoreError("unreadable", `No permission to use ${path}`, { cause: error });
    default:
      return error;
  }
}

export const isMissingFile = (error: unknown): boolean => hasCode(error) && error.code === "ENOENT";
