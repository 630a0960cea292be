import { SNOOZE, type SnoozeGetArgs } from "@pismo/jmap";
import { getSnoozes } from "../../store/snooze/snoozed-emails.ts";
import { checkArguments, id, list, nullable, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { snoozesElsewhere } from "./snooze-elsewhere.ts";

const shape: Shape<SnoozeGetArgs> = { accountId: id, ids: nullable(list(id)) };

/** Snooze/get: an extension of ours, see SNOOZE. */
export const get: Method<"Snooze/get"> = {
  capability: SNOOZE,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, call) {
    const { store, upstreamMail: mail } = call.context;
    const found = mail
      ? await snoozesElsewhere({ store, mail, accountId }, ids)
      : await store.read((reader) => getSnoozes(reader, accountId, ids));
    if (!ids && !mail) assertGetSize(found.length, call);
    const known = new Set(found.map((each) => each.id));
    return { accountId, list: found, notFound: (ids ?? []).filter((each) => !known.has(each)) };
  },
};
