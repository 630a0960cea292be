/** Which fields of a fact stand where, and what they are called. Pure. */
import type { Category, FactFieldName, FactKind, Id, ShownFact, ShownFactField } from "@pismo/jmap";

export interface FactPlace {
  emailId: Id;
  /** Among the letter's facts. */
  index: number;
  fact: ShownFact;
}

export const categoryOfKind: Record<FactKind, Category> = {
  order: "orders",
  finance: "finances",
  registration: "registrations",
  travel: "travelings",
  ticket: "tickets",
  fine: "fines",
};

/** What a fact is called by, in place of a line of its own. */
const titles: Readonly<Partial<Record<FactKind, FactFieldName>>> = {
  order: "shop",
  finance: "sum",
  registration: "service",
  ticket: "event",
  fine: "sum",
};

/** Zones stand with their times. */
const isZone = (name: FactFieldName): boolean => name.endsWith("TimeZone");

export interface Arranged {
  title: ShownFactField | undefined;
  rest: ShownFactField[];
}

export function arranged({ kind, fields }: ShownFact): Arranged {
  const title = fields.find(({ name }) => name === titles[kind]);
  return { title, rest: fields.filter((field) => field !== title && !isZone(field.name)) };
}

/** The key of a field's name among the texts: some names mean different things of different kinds. */
export function nameKey(kind: FactKind, name: FactFieldName): string {
  if (kind === "finance" && name === "from") return "facts.payer";
  if (kind === "finance" && name === "to") return "facts.payee";
  if (kind === "travel" && name === "seat") return "facts.travelSeat";
  if (kind === "travel" && name === "number") return "facts.travelNumber";
  return `facts.field.${name}`;
}

/** The key of a state among the texts: a reservation has others than an order. */
export const stateKey = (kind: FactKind, state: string): string =>
  kind === "order" ? `facts.state.${state}` : `facts.reservation.${state}`;
