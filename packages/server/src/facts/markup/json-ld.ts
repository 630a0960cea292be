/** Items of JSON-LD scripts. Pure; its work is bounded. */
import { addValue, type Item, typeName } from "./item.ts";

const MAX_SCRIPTS = 16;
/** Characters of all scripts together. */
const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 12;
const MAX_OBJECTS = 500;

/** Removes the comment or CDATA section in which some programs wrap JSON. */
function unwrapped(script: string): string {
  const start = script.indexOf("{");
  const list = script.indexOf("[");
  const isWrapped = /^\s*(?:<!--|\/\/|<!\[CDATA\[)/.test(script.slice(0, 100));
  if (!isWrapped || start < 0) return script;
  // "<![CDATA[" has brackets of its own, and what it wraps is an object in all known letters.
  const from = list >= 0 && list < start && !script.slice(list, start).includes("CDATA") ? list : start;
  return script.slice(
    from,
    Math.max(script.lastIndexOf("}"), script.lastIndexOf("]]>") < 0 ? script.lastIndexOf("]") : -1) + 1,
  );
}

class Reader {
  readonly items: Item[] = [];
  #objects = 0;

  /** Top-level items: alone, in an array or in a graph. */
  top(value: unknown, depth = 0): void {
    if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const each of value.slice(0, MAX_OBJECTS)) this.top(each, depth + 1);
      return;
    }
    if ("@graph" in value) this.top(value["@graph"], depth + 1);
    if ("@type" in value) this.items.push(this.#item(value, depth));
  }

  #item(object: object, depth: number): Item {
    const item: Item = { types: [], properties: new Map() };
    if (++this.#objects > MAX_OBJECTS) return item;
    for (const [name, value] of Object.entries(object)) {
      const values = (Array.isArray(value) ? value : [value]) as unknown[];
      for (const each of values.slice(0, MAX_OBJECTS)) {
        if (name === "@type" && typeof each === "string") item.types.push(typeName(each));
        else if (typeof each === "string" || typeof each === "number") addValue(item, name, String(each));
        else if (typeof each === "object" && each !== null && depth < MAX_DEPTH) {
          addValue(item, name, this.#item(each, depth + 1));
        }
      }
    }
    return item;
  }
}

export function jsonLdItems(scripts: readonly string[]): Item[] {
  const reader = new Reader();
  let left = MAX_LENGTH;
  for (const script of scripts.slice(0, MAX_SCRIPTS)) {
    left -= script.length;
    if (left < 0) break;
    try {
      reader.top(JSON.parse(unwrapped(script)));
    } catch {
      // Not JSON: the next script may be.
    }
  }
  return reader.items;
}
