import { MethodError, type ScreenedSenderQueryArgs, SCREENING } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { countScreened, placeOfScreened, queryScreened } from "../../store/screening/screened-senders.ts";
import { checkArguments, maybe } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape } from "../standard/query.ts";

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

/** @throws MethodError anchorNotFound */
async function startOf(
  reader: Reader,
  { accountId, anchor, anchorOffset = 0, position = 0 }: ScreenedSenderQueryArgs,
): Promise<number> {
  if (!anchor) return position < 0 ? Math.max(0, (await countScreened(reader, accountId)) + position) : position;
  const place = await placeOfScreened(reader, accountId, anchor);
  if (place === undefined) throw new MethodError("anchorNotFound");
  return Math.max(0, place + anchorOffset);
}

/** ScreenedSender/query: an extension of ours, see SCREENING. */
export const query: Method<"ScreenedSender/query"> = {
  capability: SCREENING,
  parse: (args) => checkArguments<ScreenedSenderQueryArgs>(shape, args),
  run(args, call) {
    const { accountId, limit, calculateTotal } = args;
    return call.context.store.read(async (reader) => {
      const position = await startOf(reader, args);
      return {
        accountId,
        queryState: await stateOf(reader, accountId, "Email"),
        canCalculateChanges: false,
        position,
        ids: await queryScreened(reader, accountId, { position, limit: limit ?? undefined }),
        ...(calculateTotal && { total: await countScreened(reader, accountId) }),
      };
    });
  },
};
