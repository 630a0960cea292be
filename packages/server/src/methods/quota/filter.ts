/** Conditions and sorts of Quota/query: RFC 9425 §4.4. */
import { type Comparator, type Filter, type Id, MethodError, type Quota, type QuotaFilterCondition } from "@pismo/jmap";
import { conditionOf, optional, string } from "../checks.ts";
import { fits } from "../standard/fits.ts";
import { assertCollation } from "../standard/query.ts";

export const quotaCondition = conditionOf<QuotaFilterCondition>({
  name: optional(string),
  scope: optional(string),
  resourceType: optional(string),
  type: optional(string),
});

function holds(quota: Quota, condition: QuotaFilterCondition): boolean {
  const { name, scope, resourceType, type } = condition;
  return (
    (name === undefined || quota.name.includes(name)) &&
    (scope === undefined || quota.scope === scope) &&
    (resourceType === undefined || quota.resourceType === resourceType) &&
    (type === undefined || quota.types.includes(type))
  );
}

type Order = (one: Quota, other: Quota) => number;

const orders: Readonly<Record<string, Order>> = {
  name: (one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)),
  used: (one, other) => one.used - other.used,
};

function orderOf(comparator: Comparator): Order {
  const { property, isAscending = true } = comparator;
  assertCollation(comparator);
  const order = Object.hasOwn(orders, property) ? orders[property] : undefined;
  if (!order) throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  return isAscending ? order : (one, other) => order(other, one);
}

/** Ids of the matches, in order; equal ones in their original order. @throws MethodError unsupportedSort */
export function queryQuotas(
  quotas: readonly Quota[],
  filter: Filter<QuotaFilterCondition> | null,
  sort: readonly Comparator[] | null | undefined,
): Id[] {
  const sorts = (sort ?? []).map(orderOf);
  return quotas
    .filter((quota) => filter === null || fits(filter, (condition) => holds(quota, condition)))
    .sort((one, other) => sorts.reduce((difference, order) => difference || order(one, other), 0))
    .map(({ id }) => id);
}
