import { MethodError, type ScreenedSenderQueryArgs, SCREENING } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { queryScreened } from "../../store/screening/screened-senders.ts";
import { checkArguments, maybe } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape, windowOf } from "../standard/query.ts";

const shape = {
  ...queryShape<never>(() => undefined),
  filter: maybe(() => {
    throw new MethodError("unsupportedFilter", "There is no filter");
  }),
  sort: maybe((value) => {
    if (!Array.isArray(value) || value.length > 0)
      throw new MethodError("unsupportedSort", "There is one order: the newest first");
  }),
};

/** ScreenedSender/query: an extension of ours, see SCREENING. */
export const query: Method<"ScreenedSender/query"> = {
  capability: SCREENING,
  parse: (args) => checkArguments<ScreenedSenderQueryArgs>(shape, args),
  run(args, call) {
    const { filter: _none, sort: _order, ...place } = args;
    return call.context.store.read(async (reader) => {
      const { accountId } = place;
      const ids = await queryScreened(reader, accountId);
      const window = windowOf(place, ids, await stateOf(reader, accountId, "Email"));
      return { ...window, canCalculateChanges: false };
    });
  },
};
