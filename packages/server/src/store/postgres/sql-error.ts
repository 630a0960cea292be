/** Maps errors of PostgreSQL and of the way to it to errors of the store. */
import { StoreError } from "../db/errors.ts";

/** Names of Node's for a server that cannot be reached. */
const unreachable = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EPIPE", "ENOENT"]);

/** Other errors than these are bugs and stay as they are. */
export function sqlError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const cause = { cause: error };
  const code = "code" in error ? String(error.code) : "";
  if (unreachable.has(code) || code.startsWith("08") || /^Connection terminated|timeout exceeded/.test(error.message)) {
    return new StoreError("unreachable", `The database cannot be reached: ${error.message}`, cause);
  }
  switch (code) {
    case "53100":
      return new StoreError("diskFull", "The disk of the database is full", cause);
    case "53300":
    case "57P01":
    case "57P02":
    case "57P03":
      return new StoreError("unreachable", `The database accepts no connections now: ${error.message}`, cause);
    case "57014":
      return new StoreError("ended", "The query took too long", cause);
    case "25006":
      return new StoreError("unreadable", "The database is read-only", cause);
    case "28000":
    case "28P01":
    case "3D000":
    case "3F000":
    case "42501":
      return new StoreError("unreadable", `The database refuses us: ${error.message}`, cause);
    default:
      return error;
  }
}

/** A table, column or function that is there, or is not, against what a database of Pismo has. */
const foreign = new Set(["42P07", "42P01", "42703", "42723", "42710"]);

/** Maps what a database that is being opened says beyond that: it is about the database, and no bug in a query. */
export function openingError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error) || !("severity" in error)) return error;
  const isForeign = "code" in error && foreign.has(String(error.code));
  const words = isForeign
    ? `The database holds tables of another program (${error.message}): give Pismo one of its own`
    : `The database cannot be used: ${error.message}`;
  return new StoreError("unreadable", words, { cause: error });
}
