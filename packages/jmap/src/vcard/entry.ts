/** What the parameters of a vCard's property say in JSContact: RFC 9555 §2.2. Pure. */
import type { JsonObject } from "../core/json-object.ts";
import { contextOfType, featureOfType } from "./kinds.ts";
import type { VCardProperty } from "./vcard-lines.ts";

/** In lower case; vCard 3.0 may have several in one value. */
export const typesOf = ({ params }: VCardProperty): string[] =>
  (params.get("type") ?? []).flatMap((value) => value.toLowerCase().split(",")).filter(Boolean);

/** As RFC 7095 writes them: a list only of several. */
export const keptParams = (params: Iterable<[string, string[]]>): Record<string, string | string[]> =>
  Object.fromEntries([...params].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));

/**
 * What the parameters of a property say in JSContact, and what they say beyond it (RFC 9555 §2.15.2).
 * @param group the name of its group, where that has more than the property and its label
 */
export function entryOf(
  property: VCardProperty,
  { label, group }: { label: string | undefined; group: string | undefined },
  understood: readonly string[],
): JsonObject {
  const { params } = property;
  const contexts: Record<string, true> = {};
  const features: Record<string, true> = {};
  const others: string[] = [];
  let pref = Number(params.get("pref")?.[0]);
  for (const type of typesOf(property)) {
    const context = contextOfType.get(type);
    const feature = property.name === "tel" ? featureOfType.get(type) : undefined;
    if (context) contexts[context] = true;
    else if (feature) features[feature] = true;
    else if (type === "pref") pref ||= 1;
    // vCard 3.0's default of EMAIL says nothing.
    else if (!(property.name === "email" && type === "internet")) others.push(type);
  }
  const ignored = new Set(["type", "pref", "value", "charset", "encoding", ...understood]);
  const kept = [...params].filter(([name]) => !ignored.has(name));
  if (others.length > 0) kept.push(["type", others]);
  const vCardParams = { ...(group && { group }), ...keptParams(kept) };
  return {
    ...(Object.keys(contexts).length > 0 && { contexts }),
    ...(Object.keys(features).length > 0 && { features }),
    ...(pref >= 1 && pref <= 100 && { pref }),
    ...(label && { label }),
    ...(Object.keys(vCardParams).length > 0 && { vCardParams }),
  };
}
