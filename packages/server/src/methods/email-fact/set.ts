import { DEADLINES, type EmailFactSetArgs, type Id, MAX_FACT_VALUE, SetFailure, type ShownFact } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { getReadFacts, shownFacts, storeCorrections } from "../../store/facts/email-facts.ts";
import type { Transactor } from "../../store/db/store.ts";
import { type Check, checkArguments, id, mapOf, nullable, type Shape, string, wrong } from "../checks.ts";
import type { Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";
import { assertSetSize } from "../standard/set.ts";

/** A line, as it would stand in a card. */
const value: Check = (given, name) => {
  string(given, name);
  const text = (given as string).trim();
  const isLine = text !== "" && text.length <= MAX_FACT_VALUE && !/\p{Cc}/u.test(text);
  if (!isLine) throw wrong(name, `a line of 1 to ${MAX_FACT_VALUE} characters`);
};

const shape: Shape<EmailFactSetArgs> = { accountId: id, update: mapOf(id, mapOf(string, nullable(value))) };

/** Fields whose values have a form that the shelf and the card rely on. */
const forms: readonly (readonly [names: RegExp, form: RegExp, description: string])[] = [
  [/(?:Day|Until)$/, /^\d{4}-\d{2}-\d{2}$/, "a day"],
  [/At$/, /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/, "a local time, or a day"],
  [/^(?:sum|discountSum)$/, /^\d+(?:\.\d{1,3})? [A-Z]{3}$/, "a sum"],
  [/Url$/, /^https?:\/\/\S+$/, "an address"],
];

/** @throws SetFailure invalidPatch, invalidProperties @returns the key under which it is kept */
function assertCorrection(facts: readonly ShownFact[], path: string, given: string | null): string {
  const [, index, key] = /^corrections\/(\d{1,4})\/(\w{1,40})$/.exec(path) ?? [];
  const field = facts[Number(index)]?.fields.find((each) => each.key === key);
  if (!field) throw new SetFailure({ type: "invalidPatch", description: `There is no field ${path}` });
  const form = forms.find(([names]) => names.test(field.name));
  if (given !== null && form && !form[1].test(given.trim())) {
    throw new SetFailure({ type: "invalidProperties", properties: [path], description: `${path} is ${form[2]}` });
  }
  return `${index}/${key}`;
}

async function correct(tx: Transactor, accountId: Id, emailId: Id, patch: Record<string, string | null>) {
  const read = (await getReadFacts(tx, accountId, [emailId])).get(emailId);
  if (!read) throw new SetFailure({ type: "notFound" });
  const facts = shownFacts(read);
  const corrections = new Map(Object.entries(read.corrections));
  for (const [path, given] of Object.entries(patch)) {
    const key = assertCorrection(facts, path, given);
    if (given === null) corrections.delete(key);
    else corrections.set(key, given.trim());
  }
  await storeCorrections(tx, accountId, { ...read, corrections: Object.fromEntries(corrections) });
  return null;
}

/** EmailFact/set: an extension of ours, see DEADLINES. */
export const set: Method<"EmailFact/set"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments(shape, args),
  run({ accountId, update }, call) {
    assertSetSize({ update }, call);
    const { createdIds, context } = call;
    return context.store.write(
      async (tx) => {
        const oldState = await stateOf(tx, accountId, "EmailFact");
        const outcomes = new Outcomes<null>();
        for (const [key, patch] of Object.entries(update)) {
          await outcomes.attempt(createdIds.nameOf(key), () =>
            tx.savepoint(() => correct(tx, accountId, createdIds.resolve(key), patch)),
          );
        }
        const newState = await stateOf(tx, accountId, "EmailFact");
        return { accountId, oldState, newState, updated: outcomes.done, notUpdated: outcomes.failed };
      },
      { accountId },
    );
  },
};
