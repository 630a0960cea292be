/** The results of Mailbox/query, in order: RFC 8621 §2.3. */
import { type Comparator, type Filter, type Mailbox, type MailboxFilterCondition, MethodError } from "@pismo/jmap";
import { boolean, conditionOf, id, maybe, optional, string } from "../checks.ts";
import { assertCollation } from "../standard/query.ts";

export const mailboxCondition = conditionOf<MailboxFilterCondition>({
  parentId: maybe(id),
  name: optional(string),
  role: maybe(string),
  hasAnyRole: optional(boolean),
  isSubscribed: optional(boolean),
});

export interface MailboxQuery {
  filter?: Filter<MailboxFilterCondition> | null;
  sort?: Comparator[] | null;
  sortAsTree?: boolean;
  filterAsTree?: boolean;
}

function fits(mailbox: Mailbox, filter: Filter<MailboxFilterCondition>): boolean {
  if ("operator" in filter) {
    const each = (condition: Filter<MailboxFilterCondition>): boolean => fits(mailbox, condition);
    if (filter.operator === "AND") return filter.conditions.every(each);
    return filter.conditions.some(each) === (filter.operator === "OR");
  }
  const { parentId, name, role, hasAnyRole, isSubscribed } = filter;
  return (
    (parentId === undefined || parentId === mailbox.parentId) &&
    (name === undefined || mailbox.name.toLocaleLowerCase().includes(name.toLocaleLowerCase())) &&
    (role === undefined || role === mailbox.role) &&
    (hasAnyRole === undefined || hasAnyRole === (mailbox.role !== null)) &&
    (isSubscribed === undefined || isSubscribed === mailbox.isSubscribed)
  );
}

type Compare = (one: Mailbox, other: Mailbox) => number;

/** @throws MethodError unsupportedSort */
function compareBy(sort: readonly Comparator[]): Compare {
  const compares = sort.map((comparator): Compare => {
    const { property, isAscending = true } = comparator;
    assertCollation(comparator);
    const sign = isAscending ? 1 : -1;
    if (property === "name") return (one, other) => sign * one.name.localeCompare(other.name);
    if (property === "sortOrder") return (one, other) => sign * (one.sortOrder - other.sortOrder);
    throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  });
  return (one, other) => {
    for (const compare of compares) {
      const difference = compare(one, other);
      if (difference !== 0) return difference;
    }
    return Number(one.id.slice(1)) - Number(other.id.slice(1));
  };
}

/** Each mailbox directly after its parent, siblings in the order of the sort. */
function asTree(mailboxes: readonly Mailbox[]): Mailbox[] {
  const children = new Map<string | null, Mailbox[]>();
  for (const mailbox of mailboxes) {
    const siblings = children.get(mailbox.parentId);
    if (siblings) siblings.push(mailbox);
    else children.set(mailbox.parentId, [mailbox]);
  }
  const below = (parentId: string | null): Mailbox[] =>
    (children.get(parentId) ?? []).flatMap((mailbox) => [mailbox, ...below(mailbox.id)]);
  return below(null);
}

/** Ids of the matching mailboxes, in order. @throws MethodError unsupportedSort */
export function mailboxResults(mailboxes: readonly Mailbox[], query: MailboxQuery): string[] {
  const { filter, sort, sortAsTree = false, filterAsTree = false } = query;
  const sorted = [...mailboxes].sort(compareBy(sort ?? []));
  const ordered = sortAsTree ? asTree(sorted) : sorted;
  const fitting = new Set(ordered.filter((mailbox) => !filter || fits(mailbox, filter)).map(({ id: each }) => each));
  if (!filterAsTree) return [...fitting];
  const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  // A mailbox without its ancestors is not shown.
  const isWhole = (mailbox: Mailbox | undefined): boolean =>
    mailbox !== undefined &&
    fitting.has(mailbox.id) &&
    (mailbox.parentId === null || isWhole(byId.get(mailbox.parentId)));
  return ordered.filter(isWhole).map(({ id: each }) => each);
}
