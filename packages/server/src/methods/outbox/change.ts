/** Shared by Outbox/retry and Outbox/edit: each submission succeeds or fails alone, all in one transaction. */
import type { Id, OutboxChangeArgs, SetError } from "@pismo/jmap";
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

/** @param work with one submission; throws SetFailure */
export async function changeOutbox<T>(
  { accountId, ids }: OutboxChangeArgs,
  call: Call,
  work: (tx: Transactor, submissionId: Id) => Promise<T>,
): Promise<OutboxChanges<T>> {
  assertGetSize(ids.length, call);
  const { context, createdIds } = call;
  const updated = new Outcomes<T>();
  await context.store.write(
    async (tx) => {
      for (const each of ids) {
        await updated.attempt(createdIds.nameOf(each), () => tx.savepoint(() => work(tx, createdIds.resolve(each))));
      }
    },
    { accountId },
  );
  return { accountId, updated: updated.done, notUpdated: updated.failed };
}
