/** Shared by Outbox/retry and Outbox/edit: each submission succeeds or fails alone, all in one transaction. */
import type { Id, OutboxChangeArgs, SetError, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../../store/db/reader.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Call } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { Outcomes } from "../standard/outcomes.ts";

const shape: Shape<OutboxChangeArgs> = { accountId: id, ids: list(id) };

export const parse = (args: Record<string, unknown>): OutboxChangeArgs => checkArguments(shape, args);

export interface OutboxChanges<T> {
  accountId: Id;
  updated: Record<Id, T> | null;
  notUpdated: Record<Id, SetError> | null;
}

/** @param work gives what becomes of each of the submissions */
export async function changeOutbox<T>(
  { accountId, ids }: OutboxChangeArgs,
  call: Call,
  work: (tx: Transactor, submissionIds: readonly Id[]) => Promise<(T | SetFailure)[]>,
): Promise<OutboxChanges<T>> {
  assertGetSize(ids.length, call);
  const { context, createdIds } = call;
  const updated = new Outcomes<T>();
  const named = [...new Set(ids.map((each) => createdIds.resolve(each)))];
  const outcomes = await context.store.write((tx) => work(tx, named), { accountId });
  for (const each of ids) updated.note(createdIds.nameOf(each), outcomes[named.indexOf(createdIds.resolve(each))]!);
  return { accountId, updated: updated.done, notUpdated: updated.failed };
}
