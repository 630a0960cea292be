/** Errors of the store, apart from those of JMAP: each is one clear line for the person. */

export type StoreErrorCode =
  | "locked"
  | "newerVersion"
  /** Servers of an older release run on the database. */
  | "olderServers"
  | "diskFull"
  | "corrupt"
  | "unreadable"
  /** The server of the database does not answer now. */
  | "unreachable"
  | "busy"
  | "closed"
  /** A query was stopped before it had its result. */
  | "ended"
  | "tooLarge"
  | "blobMissing"
  /** The message is on a server that cannot be reached now. */
  | "blobElsewhere"
  | "badBackup"
  /** There are messages, but their database is lost. */
  | "databaseMissing"
  /** The key of the vault is not that of the database. */
  | "wrongKey"
  /** A restore would mix two mailboxes. */
  | "notEmpty";

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

/** Maps an error of the file system to a StoreError where there is one; returns others as they are. */
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

/** A sector that cannot be read, a folder instead of a file, or a file system that knows of its damage. */
const damagedFile: ReadonlySet<string> = new Set(["EIO", "EISDIR", "EUCLEAN", "EBADMSG"]);
export const isDamagedFile = (error: unknown): boolean => hasCode(error) && damagedFile.has(error.code);

/** Stored data differs from what was written: a page of the database, or a text in it. */
export const isDamage = (error: unknown): boolean =>
  (error instanceof StoreError && error.code === "corrupt") ||
  (error instanceof Error && error.message === "malformed JSON");
