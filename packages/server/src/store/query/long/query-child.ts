/** A child process that runs one long query at a time, each on a snapshot of its own. */
import { MethodError, type MethodErrorType } from "@pismo/jmap";
import { openBlobs } from "../../blobs/blobs.ts";
import { databaseFile } from "../../db/data-dir.ts";
import { KeptList } from "./kept-list.ts";
import { type QueryTask, runQuery } from "./query-runner.ts";
import { StoreError, type StoreErrorCode } from "../../db/errors.ts";
import { packIndex } from "../../sqlite/pack-index.ts";
import { withReader } from "../../db/snapshot.ts";
import { Connection } from "../../sqlite/connection.ts";
import { inSnapshot } from "../../sqlite/engine.ts";

export interface ChildData {
  dataDir: string;
  durable: boolean;
}

export type QueryAnswer =
  | { isReady: true }
  | { result: unknown }
  | { method: MethodErrorType; details: Record<string, unknown> }
  | { store: StoreErrorCode | undefined; description: string };

const { dataDir, durable } = JSON.parse(process.argv[2] ?? "{}") as ChildData;
const connect = () => new Connection({ file: databaseFile(dataDir), readOnly: true, durable });
const connection = connect();
const kept = new KeptList();
const blobs = await openBlobs(`${dataDir}/blobs`, durable, packIndex(connect));

const run = (task: QueryTask): Promise<unknown> =>
  inSnapshot(connection, () => withReader(connection, blobs, (reader) => runQuery(reader, task, kept)));

async function answerTo(task: QueryTask): Promise<QueryAnswer> {
  try {
    return { result: await run(task) };
  } catch (error) {
    if (error instanceof MethodError) return { method: error.type, details: error.details };
    const description = error instanceof Error ? error.message : String(error);
    return { store: error instanceof StoreError ? error.code : undefined, description };
  }
}

process.on("message", (task: QueryTask) => {
  void answerTo(task).then((answer) => process.send?.(answer));
});
// Ctrl+C reaches every process of a terminal, but the server ends this one.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
process.send?.({ isReady: true } satisfies QueryAnswer);
