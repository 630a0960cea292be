/** Foo/query and Foo/queryChanges for types whose results are a list in memory: RFC 8620 §5.5, §5.6. */
import {
  type Comparator,
  type Filter,
  type Id,
  MethodError,
  type QueryArgs,
  type QueryChangesArgs,
  type QueryChangesResult,
  type QueryResult,
} from "@pismo/jmap";
import {
  boolean,
  type Check,
  filterOf,
  id,
  int,
  maybe,
  optional,
  type Shape,
  sort,
  string,
  unsignedInt,
} from "../checks.ts";
import { collationAlgorithms } from "../../store/query/email-sort.ts";
import type { Call } from "../context.ts";

export const queryShape = <C>(condition: Check): Shape<QueryArgs<C>> => ({
  accountId: id,
  filter: maybe(filterOf(condition)),
  sort: maybe(sort),
  position: optional(int),
  anchor: maybe(id),
  anchorOffset: optional(int),
  limit: maybe(unsignedInt),
  calculateTotal: optional(boolean),
});

/** For types of ours whose filter is one condition, without operators, and no larger than other filters. */
export function conditionQueryShape<C>(condition: Check): Shape<QueryArgs<C>> {
  const sized = filterOf(condition);
  const filter: Check = (value, name) => {
    condition(value, name);
    sized(value, name);
  };
  return { ...queryShape<C>(condition), filter: maybe(filter) };
}

export const queryChangesShape = <C>(condition: Check): Shape<QueryChangesArgs<C>> => ({
  accountId: id,
  filter: maybe(filterOf(condition)),
  sort: maybe(sort),
  sinceQueryState: string,
  maxChanges: maybe(unsignedInt),
  upToId: maybe(id),
  calculateTotal: optional(boolean),
});

/** @throws MethodError unsupportedSort */
export function assertCollation({ collation }: Comparator): void {
  if (collation != null && !collationAlgorithms.includes(collation)) {
    throw new MethodError("unsupportedSort", `Unknown collation "${collation}"`);
  }
}

/** Conditions of any type that contain ids. */
const idConditions = new Set([
  "inMailbox",
  "inMailboxOtherThan",
  "parentId",
  "identityIds",
  "emailIds",
  "threadIds",
  "inAddressBook",
]);

/** A filter with its creation ids resolved (RFC 8620 §3.3). */
function resolveFilter<C extends object>(filter: Filter<C>, call: Call): Filter<C> {
  if ("operator" in filter) {
    return { ...filter, conditions: filter.conditions.map((condition) => resolveFilter(condition, call)) };
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    return typeof value === "string" ? call.createdIds.resolve(value) : value;
  };
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, idConditions.has(key) ? resolve(value) : value]),
  ) as C;
}

/** Arguments of a query with their creation ids resolved. */
export function resolveQuery<A extends { filter?: Filter<object> | null; anchor?: Id | null; upToId?: Id | null }>(
  args: A,
  call: Call,
): A {
  const { filter, anchor, upToId } = args;
  return {
    ...args,
    ...(filter && { filter: resolveFilter(filter, call) }),
    ...(anchor && { anchor: call.createdIds.resolve(anchor) }),
    ...(upToId && { upToId: call.createdIds.resolve(upToId) }),
  };
}

/** The requested window of the results. @throws MethodError anchorNotFound */
export function windowOf(args: QueryArgs<unknown>, ids: readonly Id[], queryState: string): QueryResult {
  const { accountId, anchor, anchorOffset = 0, limit, calculateTotal } = args;
  let position = args.position ?? 0;
  if (anchor) {
    const index = ids.indexOf(anchor);
    if (index < 0) throw new MethodError("anchorNotFound");
    position = Math.max(0, index + anchorOffset);
  } else if (position < 0) position = Math.max(0, ids.length + position);
  return {
    accountId,
    queryState,
    canCalculateChanges: true,
    position,
    ids: ids.slice(position, limit == null ? undefined : position + limit),
    ...(calculateTotal && { total: ids.length }),
  };
}

/**
 * The difference by the records that changed: all of them are removed, and those in the results are added at their new
 * index (RFC 8620 §5.6 for filters and sorts on mutable properties).
 * @throws MethodError tooManyChanges
 */
export function queryChangesOf(
  args: QueryChangesArgs<unknown>,
  ids: readonly Id[],
  changed: ReadonlySet<Id>,
  newQueryState: string,
): QueryChangesResult {
  const { accountId, sinceQueryState, maxChanges, calculateTotal } = args;
  const added = ids.flatMap((each, index) => (changed.has(each) ? [{ id: each, index }] : []));
  if (maxChanges != null && changed.size + added.length > maxChanges) throw new MethodError("tooManyChanges");
  return {
    accountId,
    oldQueryState: sinceQueryState,
    newQueryState,
    ...(calculateTotal && { total: ids.length }),
    removed: [...changed],
    added,
  };
}
