import { applyPatch, type Deadline, DEADLINES, type Id, SetFailure } from "@pismo/jmap";
import { getDeadlines, storeDeadlines } from "../../store/facts/deadlines.ts";
import type { Transactor } from "../../store/db/store.ts";
import { checkArguments, nullable, oneOf, utcDate } from "../checks.ts";
import type { Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { assertRecord, setShape, standardSet, type Update } from "../standard/set.ts";

const changeable = { state: oneOf("open", "done", "dismissed"), laterUntil: nullable(utcDate) };

async function update(accountId: Id, tx: Transactor, records: readonly Update[]) {
  const ids = records.map(([id]) => id);
  const known = new Map((await getDeadlines(tx, accountId, ids)).map((deadline) => [deadline.id, deadline]));
  return inBatch(
    records,
    ([id, patch]) => {
      const before = known.get(id);
      if (!before) throw new SetFailure({ type: "notFound" });
      const after = applyPatch(before, patch, { state: "open", laterUntil: null });
      const changed = Object.entries(after).filter(([key, value]) => value !== before[key as keyof Deadline]);
      assertRecord(Object.fromEntries(changed), changeable);
      return after;
    },
    async (deadlines) => {
      await storeDeadlines(tx, accountId, deadlines);
      return deadlines.map(() => null);
    },
  );
}

/** They come from letters and go with them. */
const forbidden = (): SetFailure =>
  new SetFailure({ type: "forbidden", description: "Deadlines are read in letters: their state alone can be changed" });

/** Deadline/set: as RFC 8620 §5.3. */
export const set: Method<"Deadline/set"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments(setShape<Deadline>(), args),
  run(args, call) {
    const { accountId } = args;
    return standardSet<Deadline>(args, call, "Deadline", {
      create: async (_tx, records) => records.map(forbidden),
      update: (tx, records) => update(accountId, tx, records),
      destroy: async (_tx, ids) => ids.map(forbidden),
    });
  },
};
