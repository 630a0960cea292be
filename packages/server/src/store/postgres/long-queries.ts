/** Long queries where the database is another process: it can cancel them, and no request here waits for them. */
import { stateOf } from "../db/changes.ts";
import { StoreError } from "../db/errors.ts";
import type { Reader } from "../db/reader.ts";
import { queryEmails } from "../query/email-query.ts";
import { emailQueryChanges } from "../query/email-query-changes.ts";
import type { LongQueries } from "../query/long-queries.ts";

type Read = <T>(work: (reader: Reader) => Promise<T>) => Promise<T>;

/** @param read ends what takes longer than a long query may */
export const postgresLongQueries = (read: Read): LongQueries => ({
  query: (accountId, query, signal) =>
    unlessAborted(
      read(async (reader) => ({
        queryState: await stateOf(reader, accountId, "Email"),
        ...(await queryEmails(reader, accountId, query)),
      })),
      signal,
    ),
  queryChanges: (accountId, query, signal) =>
    unlessAborted(
      read((reader) => emailQueryChanges(reader, accountId, query)),
      signal,
    ),
  keepReady: () => () => {},
  pids: () => [],
  close: async () => {},
});

async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return result;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new StoreError("ended", "The caller is gone")), { once: true });
  });
  return Promise.race([result, aborted]);
}
