/** Groups of a vCard's properties ("item1.TEL", "item1.X-ABLABEL"), as cards keep them: RFC 9555 §2.15. Pure. */
import { type Card, isObject, type JsonObject } from "@pismo/jmap";
import { freshKeys } from "../fresh-key.ts";
import type { Entries } from "./merge-entries.ts";

type Kept = [name: string, params: JsonObject, type: string, value: unknown];

const keptOf = (card: Partial<Card>): Kept[] =>
  Array.isArray(card["vCardProps"]) ? (card["vCardProps"] as Kept[]) : [];

/** What stands in each group, without its name. */
function groupsIn(card: Partial<Card>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  const note = (group: unknown, said: unknown): void => {
    if (typeof group !== "string") return;
    const known = groups.get(group);
    if (known) known.push(JSON.stringify(said));
    else groups.set(group, [JSON.stringify(said)]);
  };
  for (const [name, { group, ...params }, type, value] of keptOf(card)) note(group, [name, params, type, value]);
  for (const map of Object.values(card).filter(isObject))
    for (const entry of Object.values(map).filter(isObject))
      note((entry["vCardParams"] as JsonObject | undefined)?.["group"], "entry");
  return groups;
}

/** The other card with names for its groups that mean nothing else in the first one. */
export function withOwnGroups(card: Partial<Card>, other: Partial<Card>): Partial<Card> {
  const [known, groups] = [groupsIn(card), groupsIn(other)];
  const freeName = freshKeys([...known.keys(), ...groups.keys()], "item");
  const bySaid = new Map([...known].map(([group, said]) => [JSON.stringify(said), group]));
  const names = new Map<string, string>();
  for (const [group, said] of groups) {
    // What was merged before keeps the name that it got then.
    const same = bySaid.get(JSON.stringify(said));
    names.set(group, same ?? (known.has(group) ? freeName() : group));
  }
  if ([...names].every(([group, name]) => group === name)) return other;
  const renamed = (params: JsonObject): JsonObject => {
    const name = names.get(String(params["group"]));
    return name === undefined ? params : { ...params, group: name };
  };
  const entries = Object.entries(other).map(([property, map]): [string, unknown] => {
    if (!isObject(map) || !Object.values(map).some((entry) => isObject(entry) && isObject(entry["vCardParams"])))
      return [property, map];
    const all = Object.entries(map as Entries).map(([key, entry]): [string, unknown] => {
      const params = isObject(entry) ? entry["vCardParams"] : undefined;
      return [key, isObject(params) ? { ...entry, vCardParams: renamed(params) } : entry];
    });
    return [property, Object.fromEntries(all)];
  });
  const kept = keptOf(other).map(([name, params, ...rest]) => [name, renamed(params), ...rest]);
  return { ...Object.fromEntries(entries), ...(kept.length > 0 && { vCardProps: kept }) };
}
