/** Foo/query and Foo/queryChanges for types whose results are at hand as a list: RFC 8620 §5.5, §5.6. */
import {
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
  comparator,
  filterOf,
  id,
  int,
  list,
  maybe,
  optional,
  type Shape,
  string,
  unsignedInt,
} from "../checks.ts";

export const queryShape = <C>(condition: Check): Shape<QueryArgs<C>> => ({
  accountId: id,
  filter: maybe(filterOf(condition)),
  sort: maybe(list(comparator)),
  position: optional(int),
  anchor: maybe(id),
  anchorOffset: optional(int),
  limit: maybe(unsignedInt),
  calculateTotal: optional(boolean),
});

export const queryChangesShape = <C>(condition: Check): Shape<QueryChangesArgs<C>> => ({
  accountId: id,
  filter: maybe(filterOf(condition)),
  sort: maybe(list(comparator)),
  sinceQueryState: string,
  maxChanges: maybe(unsignedInt),
  upToId: maybe(id),
  calculateTotal: optional(boolean),
});

/** The window of a query's results. @throws MethodError anchorNotFound */
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
 * The difference, told by the records that changed: all of them leave, and those that are in the results now come
 * back at their place (RFC 8620 §5.6 for filters and sorts on what can change).
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
  if (maxChanges && changed.size + added.length > maxChanges) throw new MethodError("tooManyChanges");
  return {
    accountId,
    oldQueryState: sinceQueryState,
    newQueryState,
    ...(calculateTotal && { total: ids.length }),
    removed: [...changed],
    added,
  };
}
