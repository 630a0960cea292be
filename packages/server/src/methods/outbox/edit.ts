import { OUTBOX, type OutboxChangeArgs } from "@pismo/jmap";
import { type TakenBack, takeBackSubmission } from "../../store/outbox-view.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertGetSize } from "../standard/get.ts";

const shape: Shape<OutboxChangeArgs> = { accountId: id, ids: list(id) };

/** Outbox/edit: an extension of ours, see OUTBOX. */
export const edit: Method<"Outbox/edit"> = {
  capability: OUTBOX,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, call) {
    assertGetSize(ids.length, call);
    const { context, createdIds } = call;
    const updated = new Outcomes<TakenBack>();
    await context.store.write(async (tx) => {
      for (const each of ids) {
        await updated.attempt(createdIds.nameOf(each), () =>
          tx.savepoint(() => takeBackSubmission(tx, accountId, createdIds.resolve(each))),
        );
      }
    });
    return { accountId, updated: updated.done, notUpdated: updated.failed };
  },
};
