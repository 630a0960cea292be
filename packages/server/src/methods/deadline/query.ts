import { type DeadlineFilterCondition, type DeadlineQueryArgs, DEADLINES, MethodError } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { queryDeadlines } from "../../store/facts/deadlines.ts";
import { type Check, checkArguments, conditionOf, id, oneOf, optional, utcDate, wrong } from "../checks.ts";
import type { Method } from "../context.ts";
import { conditionQueryShape, windowOf } from "../standard/query.ts";

const day: Check = (value, name) => {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) throw wrong(name, "a day");
};

/** A day, or the present by the reader's clock. */
const dayOrTime: Check = (value, name) => {
  const isTime = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value);
  if (!isTime) day(value, name);
};

const shape = conditionQueryShape<DeadlineFilterCondition>(
  conditionOf<DeadlineFilterCondition>({
    from: optional(dayOrTime),
    until: optional(day),
    state: optional(oneOf("open", "done", "dismissed")),
    laterBefore: optional(utcDate),
    emailId: optional(id),
  }),
);

/** Deadline/query: as RFC 8620 §5.5, with one condition and one order. */
export const query: Method<"Deadline/query"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments<DeadlineQueryArgs>(shape, args),
  run(args, call) {
    const { accountId, filter, sort } = args;
    const isOther = sort?.some(({ property, isAscending = true }) => property !== "at" || !isAscending) ?? false;
    if (isOther) throw new MethodError("unsupportedSort", "Deadlines are sorted by at, ascending");
    const emailId = filter?.emailId && call.createdIds.resolve(filter.emailId);
    return call.context.store.read(async (reader) => {
      const ids = await queryDeadlines(reader, accountId, { ...filter, ...(emailId && { emailId }) });
      const result = windowOf(args, ids, await stateOf(reader, accountId, "Deadline"));
      return { ...result, canCalculateChanges: false };
    });
  },
};
