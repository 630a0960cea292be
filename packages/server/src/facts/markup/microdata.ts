/** Collects microdata (HTML §5) from tags in their order. Pure. */
import { addValue, type Item, typeName } from "./item.ts";

type Attributes = ReadonlyMap<string, string>;

interface Open {
  tag: string;
  /** The item that this element is. */
  item: Item | undefined;
  /** The properties whose text this element holds, and of which item. */
  property: { of: Item; names: string[]; text: string } | undefined;
}

const voidTags = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Elements that end where the next of their kind begins, as their end tags may be left out. */
const siblings = new Set("td tr li p dt dd option".split(" "));
const MAX_ITEMS = 200;
const MAX_OPEN = 500;
/** How far up an end tag is looked for; beyond it counts as stray. */
const MAX_SEARCH = 64;

function attributeValue(tag: string, attributes: Attributes): string | undefined {
  const content = attributes.get("content");
  if (content !== undefined) return content;
  if (tag === "a" || tag === "link" || tag === "area") return attributes.get("href");
  if (tag === "time") return attributes.get("datetime");
  return tag === "data" || tag === "meter" ? attributes.get("value") : undefined;
}

export class Microdata {
  readonly items: Item[] = [];
  readonly #open: Open[] = [];
  #count = 0;

  start(tag: string, attributes: Attributes): void {
    if (siblings.has(tag) && this.#open.at(-1)?.tag === tag) this.#close();
    const parent = this.#scope();
    const names = attributes.get("itemprop")?.split(/\s+/).filter(Boolean).slice(0, 5) ?? [];
    const item = attributes.has("itemscope") ? this.#newItem(attributes) : undefined;
    let property: Open["property"];
    if (item && parent && names.length > 0) for (const name of names) addValue(parent, name, item);
    else if (item) this.items.push(item);
    else if (parent && names.length > 0) {
      const value = attributeValue(tag, attributes);
      if (value === undefined) property = { of: parent, names, text: "" };
      else for (const name of names) addValue(parent, name, value);
    }
    if (!voidTags.has(tag) && this.#open.length < MAX_OPEN) this.#open.push({ tag, item, property });
  }

  text(text: string): void {
    const property = this.#open.at(-1) && this.#open.findLast((open) => open.property ?? open.item)?.property;
    if (property && property.text.length < 500) property.text += text;
  }

  end(tag: string): void {
    const lowest = Math.max(0, this.#open.length - MAX_SEARCH);
    for (let at = this.#open.length - 1; at >= lowest; at--) {
      if (this.#open[at]!.tag !== tag) continue;
      while (this.#open.length > at) this.#close();
      return;
    }
  }

  finish(): Item[] {
    while (this.#open.length > 0) this.#close();
    return this.items;
  }

  #close(): void {
    const property = this.#open.pop()?.property;
    if (property) for (const name of property.names) addValue(property.of, name, property.text);
  }

  #scope(): Item | undefined {
    return this.#count === 0 ? undefined : this.#open.findLast((open) => open.item)?.item;
  }

  #newItem(attributes: Attributes): Item | undefined {
    if (++this.#count > MAX_ITEMS) return undefined;
    const types = attributes.get("itemtype")?.split(/\s+/).filter(Boolean).map(typeName) ?? [];
    return { types, properties: new Map() };
  }
}
