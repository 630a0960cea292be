/** What runs long queries, one at a time, and can be ended at any moment. */
import type { Id } from "@pismo/jmap";
import { stateOf } from "../../db/changes.ts";
import type { Reader } from "../../db/reader.ts";
import { type EmailQuery, queryEmails, queryRows } from "../email-query.ts";
import { type ListPoint, ranksIn } from "../email-ranks.ts";
import { type EmailQueryChanges, emailQueryChanges } from "../email-query-changes.ts";
import type { KeptList } from "./kept-list.ts";

export type QueryTask = { accountId: Id } & (
  | { kind: "query" | "rows"; query: EmailQuery }
  | { kind: "ranks"; query: EmailQuery; points: readonly ListPoint[] }
  | { kind: "queryChanges"; query: EmailQueryChanges }
);

export interface QueryRunner {
  /** Never settles where it has ended before. */
  readonly ready: Promise<void>;
  /** undefined: it is no process, or could not be started. */
  readonly pid: number | undefined;
  /** @throws MethodError, StoreError */
  run(task: QueryTask): Promise<unknown>;
  /** Ends what runs. Resolves when it has ended. */
  kill(): Promise<void>;
}

/** On one snapshot. @param kept the runner's */
export async function runQuery(reader: Reader, task: QueryTask, kept: KeptList): Promise<unknown> {
  const { accountId, kind, query } = task;
  const queryState = await stateOf(reader, accountId, "Email");
  const list = await kept.listOf(reader, accountId, query, queryState);
  try {
    if (kind === "queryChanges") return await emailQueryChanges(reader, accountId, query, list);
    if (kind === "ranks") return await ranksIn(reader, accountId, query, task.points, list);
    const run = kind === "rows" ? queryRows : queryEmails;
    return { queryState, ...(await run(reader, accountId, query, list)) };
  } finally {
    kept.trim();
  }
}
