/** What an Email declares about itself: types of schema.org in JSON-LD and microdata. Pure, and bounded. */
import type { Category } from "@pismo/jmap";

/** Types that make a letter what it is. An event or a product alone is only talked about. */
const categoryByType: Readonly<Record<string, Category>> = {
  Order: "orders",
  ParcelDelivery: "orders",
  Invoice: "finances",
  MoneyTransfer: "finances",
  FlightReservation: "travelings",
  TrainReservation: "travelings",
  BusReservation: "travelings",
  BoatReservation: "travelings",
  LodgingReservation: "travelings",
  RentalCarReservation: "travelings",
  TaxiReservation: "travelings",
  ReservationPackage: "travelings",
  EventReservation: "tickets",
  Ticket: "tickets",
};

const MAX_SCRIPTS = 16;
/** Characters of all scripts together. */
const MAX_SCRIPT_LENGTH = 64 * 1024;
const MAX_ITEMS = 200;
const MAX_DEPTH = 6;

export interface SchemaFinding {
  category: Category;
  /** Without its address: "Order". */
  type: string;
}

/** @param html of the letter's own body */
export function findSchema(html: string): SchemaFinding | undefined {
  return findJsonLd(html) ?? findMicrodata(html);
}

function findingOf(type: unknown): SchemaFinding | undefined {
  if (typeof type !== "string") return undefined;
  const name = type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, "");
  return Object.hasOwn(categoryByType, name) ? { category: categoryByType[name]!, type: name } : undefined;
}

function findJsonLd(html: string): SchemaFinding | undefined {
  let at = 0;
  let left = MAX_SCRIPT_LENGTH;
  for (let scripts = 0; scripts < MAX_SCRIPTS; scripts++) {
    const mark = html.indexOf("ld+json", at);
    if (mark < 0) return undefined;
    const start = html.indexOf(">", mark) + 1;
    const end = start > 0 ? html.indexOf("</", start) : -1;
    if (end < 0) return undefined;
    at = end;
    left -= end - start;
    if (left < 0) return undefined;
    const found = findInJson(html.slice(start, end));
    if (found) return found;
  }
  return undefined;
}

/** Some programs wrap it in a comment or in CDATA. */
const unwrapped = (script: string): string =>
  script.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "").replace(/(?:-->|(?:\/\/\s*)?\]\]>)\s*$/, "");

function findInJson(script: string): SchemaFinding | undefined {
  try {
    return findTyped(JSON.parse(unwrapped(script)), 0);
  } catch {
    // Not JSON, or nested deeper than the parser goes.
    return undefined;
  }
}

/** The first thing that stands by itself: alone, in a list or in a graph. */
function findTyped(value: unknown, depth: number): SchemaFinding | undefined {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_ITEMS)) {
      const found = findTyped(item, depth + 1);
      if (found) return found;
    }
    return undefined;
  }
  const { "@type": type, "@graph": graph } = value as Record<string, unknown>;
  for (const each of Array.isArray(type) ? type.slice(0, MAX_ITEMS) : [type]) {
    const found = findingOf(each);
    if (found) return found;
  }
  return findTyped(graph, depth + 1);
}

function findMicrodata(html: string): SchemaFinding | undefined {
  let at = 0;
  let inner: SchemaFinding | undefined;
  for (let items = 0; items < MAX_ITEMS; items++) {
    at = html.indexOf("itemtype", at);
    if (at < 0) break;
    const tag = tagAround(html, at);
    at += "itemtype".length;
    const [, type] = /^itemtype\s*=\s*["']?\s*([^"'\s>]+)/i.exec(html.slice(at - "itemtype".length, at + 200)) ?? [];
    const found = findingOf(type);
    // A top-level item precedes a property of another item.
    if (found && !/\sitemprop\s*=/i.test(tag)) return found;
    inner ??= found;
  }
  return inner;
}

/** The tag that an attribute at this place belongs to, as far as it can be seen. */
function tagAround(html: string, at: number): string {
  const window = html.slice(Math.max(0, at - 500), at + 500);
  const middle = Math.min(at, 500);
  const start = window.lastIndexOf("<", middle);
  const end = window.indexOf(">", middle);
  return window.slice(Math.max(0, start), end < 0 ? window.length : end);
}
