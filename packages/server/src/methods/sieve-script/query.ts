import { type Comparator, MethodError, SIEVE, type SieveScript, type SieveScriptFilterCondition } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { getSieveScripts } from "../../store/rules/sieve-scripts.ts";
import { boolean, checkArguments, conditionOf, optional, string } from "../checks.ts";
import type { Method } from "../context.ts";
import { fits } from "../standard/fits.ts";
import { assertCollation, queryShape, resolveQuery, windowOf } from "../standard/query.ts";

const scriptCondition = conditionOf<SieveScriptFilterCondition>({
  name: optional(string),
  isActive: optional(boolean),
});

function holds(script: SieveScript, condition: SieveScriptFilterCondition): boolean {
  const { name, isActive } = condition;
  return (name === undefined || script.name.includes(name)) && (isActive === undefined || script.isActive === isActive);
}

type Order = (one: SieveScript, other: SieveScript) => number;

const orders: Readonly<Record<string, Order>> = {
  name: (one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)),
  isActive: (one, other) => Number(one.isActive) - Number(other.isActive),
};

function orderOf(comparator: Comparator): Order {
  const { property, isAscending = true } = comparator;
  assertCollation(comparator);
  const order = Object.hasOwn(orders, property) ? orders[property] : undefined;
  if (!order) throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  return isAscending ? order : (one, other) => order(other, one);
}

/** SieveScript/query: RFC 9661 §2.4. There is no SieveScript/queryChanges. */
export const query: Method<"SieveScript/query"> = {
  capability: SIEVE,
  parse: (args) => checkArguments(queryShape<SieveScriptFilterCondition>(scriptCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, filter = null, sort } = args;
      const sorts = (sort ?? []).map(orderOf);
      const ids = (await getSieveScripts(reader, accountId, null))
        .filter((script) => filter === null || fits(filter, (condition) => holds(script, condition)))
        .sort((one, other) => sorts.reduce((difference, order) => difference || order(one, other), 0))
        .map(({ id }) => id);
      return { ...windowOf(args, ids, await stateOf(reader, accountId, "SieveScript")), canCalculateChanges: false };
    }),
};
