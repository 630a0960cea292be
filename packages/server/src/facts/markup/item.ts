/** An item of schema.org, in whichever notation: types without the URL, and properties. Pure. */

export interface Item {
  types: string[];
  properties: Map<string, (string | Item)[]>;
}

const MAX_VALUES = 50;
/** Longer values are no facts. */
const MAX_LENGTH = 2_000;

export const typeName = (type: string): string => type.trim().replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, "");

export function addValue({ properties }: Item, name: string, value: string | Item): void {
  const values = properties.get(name) ?? [];
  if (values.length >= MAX_VALUES) return;
  if (typeof value !== "string") values.push(value);
  else if (value.trim() !== "" && value.length <= MAX_LENGTH) values.push(value.replace(/\s+/g, " ").trim());
  properties.set(name, values);
}

/** All values below a path such as "partOfOrder.merchant.name". */
export function valuesAt(item: Item, path: string): (string | Item)[] {
  let level: (string | Item)[] = [item];
  for (const name of path.split(".")) {
    level = level
      .flatMap((each) => (typeof each === "string" ? [] : (each.properties.get(name) ?? [])))
      .slice(0, MAX_VALUES);
  }
  return level;
}

export const textsAt = (item: Item, path: string): string[] =>
  valuesAt(item, path).filter((value) => typeof value === "string");

export const itemsAt = (item: Item, path: string): Item[] =>
  valuesAt(item, path).filter((value) => typeof value !== "string");

/** The text at the first of these paths that has one. */
export function textAt(item: Item, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const [text] = textsAt(item, path);
    if (text !== undefined) return text;
  }
  return undefined;
}
