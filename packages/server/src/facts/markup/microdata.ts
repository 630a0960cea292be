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
/** What a start tag ends, as end tags may be left out (HTML §13.1.2.4), up to the element that holds them. */
const ends: Readonly<Record<string, { closed: ReadonlySet<string>; within: ReadonlySet<string> }>> = Object.fromEntries(
  [
    ["tr", "td th tr", "table"],
    ["td", "td th", "tr table"],
    ["th", "td th", "tr table"],
    ["li", "li", "ul ol"],
    ["dt", "dt dd", "dl"],
    ["dd", "dt dd", "dl"],
    ["p", "p", "td div body"],
  ].map(([tag = "", closed = "", within = ""]) => [
    tag,
    { closed: new Set(closed.split(" ")), within: new Set(within.split(" ")) },
  ]),
);
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
    this.#closeFor(tag);
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

  #closeFor(tag: string): void {
    if (!Object.hasOwn(ends, tag)) return;
    const { closed, within } = ends[tag]!;
    let from = this.#open.length;
    const lowest = Math.max(0, from - MAX_SEARCH);
    for (let at = from - 1; at >= lowest && !within.has(this.#open[at]!.tag); at--) {
      if (closed.has(this.#open[at]!.tag)) from = at;
    }
    while (this.#open.length > from) this.#close();
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
