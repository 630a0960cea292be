/** Runs in a thread of its own: long queries, one after the other, each on a snapshot of its moment. */
import { type Id, MethodError, type MethodErrorType } from "@pismo/jmap";
import { parentPort, workerData } from "node:worker_threads";
import { openBlobs } from "./blobs.ts";
import { stateOf } from "./changes.ts";
import { databaseFile } from "./data-dir.ts";
import { type EmailQuery, queryEmails } from "./email-query.ts";
import { type EmailQueryChanges, emailQueryChanges } from "./email-query-changes.ts";
import { StoreError, type StoreErrorCode } from "./errors.ts";
import { packIndex } from "./packed-blobs.ts";
import { readSnapshot } from "./snapshot.ts";
import { Connection } from "./sqlite/connection.ts";

export interface ThreadData {
  dataDir: string;
  durable: boolean;
}

export type LongTask = { id: number; accountId: Id } & (
  | { kind: "query"; query: EmailQuery }
  | { kind: "queryChanges"; query: EmailQuery | EmailQueryChanges }
);

export type LongAnswer = { id: number } & (
  | { result: unknown }
  | { method: MethodErrorType; details: Record<string, unknown> }
  | { store: StoreErrorCode | undefined; description: string }
);

const { dataDir, durable } = workerData as ThreadData;
const connect = () => new Connection({ file: databaseFile(dataDir), readOnly: true, durable });
const connection = connect();
const blobs = await openBlobs(`${dataDir}/blobs`, durable, packIndex(connect));

const run = (task: LongTask): Promise<unknown> =>
  readSnapshot(connection, blobs, async (reader) => {
    const { accountId, kind, query } = task;
    if (kind === "queryChanges") return emailQueryChanges(reader, accountId, query as EmailQueryChanges);
    return { queryState: await stateOf(reader, accountId, "Email"), ...(await queryEmails(reader, accountId, query)) };
  });

async function answer(task: LongTask): Promise<LongAnswer> {
  const { id } = task;
  try {
    return { id, result: await run(task) };
  } catch (error) {
    if (error instanceof MethodError) {
      return { id, method: error.type, details: error.details };
    }
    const description = error instanceof Error ? error.message : String(error);
    return { id, store: error instanceof StoreError ? error.code : undefined, description };
  }
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (task: LongTask) => {
  last = last.then(async () => parentPort?.postMessage(await answer(task), []));
});
