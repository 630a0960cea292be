/** Calendars and address cards as trees of components and properties: RFC 5545 §3.1, RFC 6350 §3.2. Pure, and bounded. */
import { outsideQuotes } from "../vcard/outside-quotes.ts";

export interface Property {
  /** In capitals. */
  name: string;
  /** By name in capitals; the first of several. */
  params: ReadonlyMap<string, string>;
  /** As it stands there, escapes and all. */
  value: string;
}

export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

const MAX_LENGTH = 1_000_000;
const MAX_LINES = 20_000;
/** Deeper nesting is ignored. */
const MAX_DEPTH = 8;
const MAX_VALUE = 4000;

function readLine(line: string, maxValue: number): Property | undefined {
  let at = outsideQuotes(line, ":;", 0);
  // Groups of address cards stand before the name: "item1.EMAIL"
  const name = line.slice(0, at).replace(/^.*\./, "").trim().toUpperCase();
  if (name === "" || at === line.length) return undefined;
  const params = new Map<string, string>();
  while (line[at] === ";") {
    const end = outsideQuotes(line, ":;", at + 1);
    const [key = "", ...rest] = line.slice(at + 1, end).split("=");
    const known = key.trim().toUpperCase();
    // vCard 2.1 writes "TEL;WORK"
    if (rest.length === 0) params.set("TYPE", params.get("TYPE") ?? known);
    else if (!params.has(known)) params.set(known, rest.join("=").replaceAll('"', "").slice(0, MAX_VALUE));
    at = end;
  }
  if (at === line.length) return undefined;
  return { name, params, value: line.slice(at + 1, at + 1 + maxValue) };
}

/** The components at the top; what is not understood is passed over. @param maxValue characters of one; the rest is cut off */
export function readComponents(text: string, maxValue = MAX_VALUE): Component[] {
  const root: Component = { name: "", properties: [], components: [] };
  const open = [root];
  const lines = text
    .slice(0, MAX_LENGTH)
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n", MAX_LINES);
  for (const line of lines) {
    const property = readLine(line, maxValue);
    if (!property) continue;
    const { name, value } = property;
    const inner = open.at(-1)!;
    const called = value.trim().toUpperCase();
    if (name === "BEGIN" && open.length < MAX_DEPTH) {
      const component = { name: called, properties: [], components: [] };
      inner.components.push(component);
      open.push(component);
    } else if (name === "END") {
      const at = open.findLastIndex((each) => each.name === called);
      if (at > 0) open.length = at;
    } else if (name !== "BEGIN") inner.properties.push(property);
  }
  return root.components;
}

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

/** Text with its escapes undone: RFC 5545 §3.3.11. */
export const textOf = (property: Property | undefined): string =>
  (property?.value ?? "").replace(/\\([\\;,nN])/g, (_, char: string) => (/n/i.test(char) ? "\n" : char)).trim();
