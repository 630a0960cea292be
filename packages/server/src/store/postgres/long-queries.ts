/**
 * Long queries where the database is another process: each runs on a connection, and is ended by cancelling what the
 * database does for it.
 */
import type { Reader } from "../db/reader.ts";
import { KeptList } from "../query/long/kept-list.ts";
import { type LongQueries, type LongQueryTimeouts, queriesInTurn } from "../query/long/long-queries.ts";
import { type QueryRunner, runQuery } from "../query/long/query-runner.ts";
import type { Cancel } from "./engine.ts";

/** Passes a function that ends the work: no further statement runs, and the one that runs is cancelled. */
export type ReadLong = <T>(work: (reader: Reader) => Promise<T>, onStart: (cancel: Cancel) => void) => Promise<T>;

/** @param timeouts for tests: other than the defaults */
export const postgresLongQueries = (readLong: ReadLong, timeouts?: Partial<LongQueryTimeouts>): LongQueries =>
  queriesInTurn(() => queryRunner(readLong), timeouts);

function queryRunner(readLong: ReadLong): QueryRunner {
  let cancel: Cancel | undefined;
  let isKilled = false;
  const kept = new KeptList();
  let running: Promise<unknown> = Promise.resolve();
  return {
    ready: Promise.resolve(),
    pid: undefined,
    run(task) {
      const result = readLong(
        (reader) => runQuery(reader, task, kept),
        (cancelThis) => {
          cancel = cancelThis;
          // It has waited for a connection until now.
          if (isKilled) void cancelThis();
        },
      );
      running = result.catch(() => {});
      return result.finally(() => (cancel = undefined));
    },
    async kill() {
      isKilled = true;
      await cancel?.();
      await running;
    },
  };
}
