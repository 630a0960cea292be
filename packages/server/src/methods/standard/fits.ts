import type { Filter } from "@pismo/jmap";

/** Whether a filter holds (RFC 8620 §5.5), for types of which all records are at hand. @param holds of one condition */
export function fits<C extends object>(filter: Filter<C>, holds: (condition: C) => boolean): boolean {
  if (!("operator" in filter)) return holds(filter);
  const each = (condition: Filter<C>): boolean => fits(condition, holds);
  if (filter.operator === "AND") return filter.conditions.every(each);
  return filter.conditions.some(each) === (filter.operator === "OR");
}
