/** Maps errors of SQLite to errors of the store. */
import { StoreError } from "../db/errors.ts";

export const isBusy = (error: unknown): boolean => error instanceof StoreError && error.code === "busy";

/** SQLite reports SQLITE_FULL for ENOSPC alone: not for a quota (SQLITE_IOERR_WRITE), nor for the WAL index (SHMSIZE). */
const WRITE_FAILED = new Set([778, 4874]);

/** Maps primary result codes to errors with one clear line; others are bugs and stay as they are. */
export function sqlError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const cause = { cause: error };
  const code = Number(error.errcode);
  if (WRITE_FAILED.has(code)) {
    return new StoreError("diskFull", `${file} could not be written: the disk is full`, cause);
  }
  switch (code & 0xff) {
    case 5:
    case 6:
      return new StoreError("busy", `The database ${file} is in use by another process`, cause);
    case 10:
      return new StoreError("corrupt", `${file} cannot be read: ${error.message}`, cause);
    case 13:
      return new StoreError("diskFull", `The disk is full: ${file} could not be written`, cause);
    case 11:
    case 26:
      return new StoreError(
        "corrupt",
        `${file} is damaged or not a database of Pismo: "pismo check" says what is wrong, "pismo check --repair" mends it`,
        cause,
      );
    case 8:
    case 14:
      return new StoreError("unreadable", `No permission to use ${file}`, cause);
    default:
      return error;
  }
}
