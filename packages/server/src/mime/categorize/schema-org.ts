/** The schema.org type that a message declares in JSON-LD or microdata. Pure; its work is bounded. */
import type { Category } from "@pismo/jmap";

/** Types that determine a category. A message may mention an event or a product and be about something else. */
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
/** Maximum number of characters of all scripts together. */
const MAX_SCRIPT_LENGTH = 64 * 1024;
const MAX_ITEMS = 200;
const MAX_DEPTH = 6;

export interface SchemaFinding {
  category: Category;
  /** Without the schema.org URL: "Order". */
  type: string;
}

/** @param html of the message's own body */
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
    const type = html.indexOf("ld+json", at);
    if (type < 0) return undefined;
    const start = html.indexOf(">", type) + 1;
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

/** Removes the comment or CDATA section in which some programs wrap JSON. */
const unwrapped = (script: string): string =>
  script.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, "").replace(/(?:-->|(?:\/\/\s*)?\]\]>)\s*$/, "");

function findInJson(script: string): SchemaFinding | undefined {
  try {
    return findTyped(JSON.parse(unwrapped(script)), 0);
  } catch {
    // Not JSON, or nested deeper than the parser supports.
    return undefined;
  }
}

/** The first top-level item: alone, in an array or in a graph. */
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

/** The tag around the attribute at this offset, up to a maximum distance. */
function tagAround(html: string, at: number): string {
  const window = html.slice(Math.max(0, at - 500), at + 500);
  const middle = Math.min(at, 500);
  const start = window.lastIndexOf("<", middle);
  const end = window.indexOf(">", middle);
  return window.slice(Math.max(0, start), end < 0 ? window.length : end);
}
