import { type Id, SNOOZE, type Snooze, type SnoozeGetArgs } from "@pismo/jmap";
import { getSnoozes } from "../../store/snooze/snoozed-emails.ts";
import { checkArguments, id, list, nullable, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize } from "../standard/get.ts";
import { remindersElsewhere } from "./reminders-elsewhere.ts";
import { type Elsewhere, snoozesElsewhere } from "./snooze-elsewhere.ts";

const shape: Shape<SnoozeGetArgs> = { accountId: id, ids: nullable(list(id)) };

/** What is snoozed is waited for in no other way. */
async function allElsewhere(elsewhere: Elsewhere, ids: readonly Id[] | null): Promise<Snooze[]> {
  const snoozed = await snoozesElsewhere(elsewhere, ids);
  const away = new Set(snoozed.map((each) => each.id));
  const reminders = await remindersElsewhere(elsewhere, ids);
  return [...snoozed, ...reminders.filter((each) => !away.has(each.id))];
}

/** Snooze/get: an extension of ours, see SNOOZE. */
export const get: Method<"Snooze/get"> = {
  capability: SNOOZE,
  parse: (args) => checkArguments(shape, args),
  async run({ accountId, ids }, call) {
    const { store, upstreamMail: mail } = call.context;
    const found = mail
      ? await allElsewhere({ store, mail, accountId }, ids)
      : await store.read((reader) => getSnoozes(reader, accountId, ids));
    if (!ids && !mail) assertGetSize(found.length, call);
    const known = new Set(found.map((each) => each.id));
    return { accountId, list: found, notFound: (ids ?? []).filter((each) => !known.has(each)) };
  },
};
