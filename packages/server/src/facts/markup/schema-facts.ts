/** Facts of schema.org items, by the types of Google's markup for mail. Pure. */
import type { FactFieldName, FactKind, OrderState } from "@pismo/jmap";
import { declaredDecimal } from "../values/money.ts";
import { dayOf, isoTime } from "../values/iso-time.ts";
import { type Item, itemsAt, textAt, textsAt } from "./item.ts";

export interface SchemaFact {
  kind: FactKind;
  fields: [name: FactFieldName, value: string][];
}

type Fields = Partial<Record<FactFieldName, string | readonly string[] | undefined>>;

const orderStates: Readonly<Record<string, OrderState>> = {
  OrderProcessing: "accepted",
  OrderPaymentDue: "accepted",
  OrderInTransit: "shipped",
  InTransit: "shipped",
  OrderPickupAvailable: "ready",
  OrderDelivered: "delivered",
  OrderCancelled: "cancelled",
  OrderReturned: "returned",
};

const MAX_ITEMS = 20;
const MAX_FACTS = 10;

const lastName = (text: string | undefined): string => text?.replace(/^.*[/#]/, "") ?? "";
const stateOf = (text: string | undefined): OrderState | undefined => orderStates[lastName(text)];
const urlOf = (text: string | undefined): string | undefined => (text && /^https?:\/\//i.test(text) ? text : undefined);

function sumAt(amount: string | undefined, currency: string | undefined): string | undefined {
  const code = currency?.trim().toUpperCase();
  const decimal = amount === undefined ? null : declaredDecimal(amount.replace(/[^\d.,]/g, ""), code ?? "");
  return decimal !== null && code && /^[A-Z]{3}$/.test(code) ? `${decimal} ${code}` : undefined;
}

const specifiedSum = (item: Item, path: string): string | undefined =>
  sumAt(textAt(item, `${path}.price`, `${path}.value`), textAt(item, `${path}.priceCurrency`, `${path}.currency`));

function order(item: Item): Fields {
  return {
    number: textAt(item, "orderNumber", "confirmationNumber"),
    shop: textAt(item, "merchant.name", "seller.name", "merchant", "seller"),
    item: [
      ...textsAt(item, "acceptedOffer.itemOffered.name"),
      ...textsAt(item, "orderedItem.orderedItem.name"),
      ...textsAt(item, "orderedItem.name"),
    ],
    sum: specifiedSum(item, "totalPaymentDue") ?? sumAt(textAt(item, "price", "total"), textAt(item, "priceCurrency")),
    state: stateOf(textAt(item, "orderStatus")),
    deliveryDay: dayOf(textAt(item, "orderDelivery.expectedArrivalUntil") ?? ""),
    trackingUrl: urlOf(textAt(item, "orderDelivery.trackingUrl")),
  };
}

function parcel(item: Item): Fields {
  const [partOf] = itemsAt(item, "partOfOrder");
  const own = partOf ? order(partOf) : {};
  return {
    ...own,
    item: textsAt(item, "itemShipped.name"),
    state: stateOf(textAt(item, "deliveryStatus")) ?? own.state,
    deliveryDay: dayOf(textAt(item, "expectedArrivalUntil") ?? ""),
    trackingUrl: urlOf(textAt(item, "trackingUrl")),
  };
}

function invoice(item: Item): Fields {
  return {
    sum: specifiedSum(item, "totalPaymentDue"),
    accountDigits: /\d{4}$/.exec(textAt(item, "accountId") ?? "")?.[0],
    dueDay: dayOf(textAt(item, "paymentDueDate", "paymentDue") ?? ""),
    to: textAt(item, "provider.name", "broker.name", "seller.name"),
  };
}

function confirmation(item: Item): Fields | undefined {
  const action = [...itemsAt(item, "potentialAction"), ...itemsAt(item, "action")].find(({ types }) =>
    types.includes("ConfirmAction"),
  );
  if (!action) return undefined;
  const confirmUrl = urlOf(textAt(action, "handler.url", "target", "target.urlTemplate", "url"));
  return confirmUrl === undefined ? undefined : { service: textAt(item, "publisher.name", "sender.name"), confirmUrl };
}

function flightNumber(item: Item): string | undefined {
  const number = textAt(item, "flightNumber", "trainNumber", "busNumber");
  const airline = textAt(item, "airline.iataCode", "provider.iataCode");
  return number && airline && /^\d+$/.test(number) && /^[A-Z\d]{2}$/.test(airline) ? `${airline} ${number}` : number;
}

const seatOf = (item: Item, path: string): string | undefined => {
  const parts = ["seatSection", "seatRow", "seatNumber"].map((name) => textAt(item, `${path}.${name}`)).filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
};

function journey(item: Item): Fields {
  const [trip = item] = itemsAt(item, "reservationFor");
  const departure = isoTime(textAt(trip, "departureTime") ?? "");
  const arrival = isoTime(textAt(trip, "arrivalTime") ?? "");
  const ends = (end: string): string | undefined =>
    textAt(trip, ...["Airport", "Station", "BusStop", "BoatTerminal"].map((place) => `${end}${place}.name`)) ??
    textAt(trip, `${end}Airport.iataCode`);
  return {
    from: ends("departure"),
    to: ends("arrival"),
    departureAt: departure?.local,
    departureTimeZone: departure?.zone,
    arrivalAt: arrival?.local,
    arrivalTimeZone: arrival?.zone,
    carrier: textAt(trip, "airline.name", "provider.name", "operator.name", "busName"),
    number: flightNumber(trip),
    seat:
      textAt(item, "airplaneSeat") ??
      seatOf(item, "reservedTicket.ticketedSeat") ??
      textAt(item, "airplaneSeat.seatNumber", "seat.seatNumber"),
    bookingCode: textAt(item, "reservationNumber", "reservationId"),
  };
}

function stay(item: Item): Fields {
  return {
    place: textAt(item, "reservationFor.name"),
    startAt: isoTime(textAt(item, "checkinTime", "checkinDate") ?? "")?.local,
    endAt: isoTime(textAt(item, "checkoutTime", "checkoutDate") ?? "")?.local,
    bookingCode: textAt(item, "reservationNumber", "reservationId"),
  };
}

function event(item: Item): Fields {
  const start = isoTime(textAt(item, "reservationFor.startDate") ?? "");
  const token = textAt(item, "ticketToken", "reservedTicket.ticketToken");
  return {
    event: textAt(item, "reservationFor.name"),
    place: textAt(item, "reservationFor.location.name"),
    seat: textAt(item, "venueSeat") ?? seatOf(item, "reservedTicket.ticketedSeat"),
    startAt: start?.local,
    startTimeZone: start?.zone,
    number: textAt(item, "reservationNumber", "reservationId"),
    // "qrCode:AB34", "barcode128:…": the kind of the code, and what it says.
    code: token && /^(?:qrCode|aztecCode|aztec|barcode\w*):(.+)$/i.exec(token)?.[1],
  };
}

const readers: Readonly<Record<string, readonly [FactKind, (item: Item) => Fields | undefined]>> = {
  Order: ["order", order],
  ParcelDelivery: ["order", parcel],
  Invoice: ["finance", invoice],
  EmailMessage: ["registration", confirmation],
  FlightReservation: ["travel", journey],
  TrainReservation: ["travel", journey],
  BusReservation: ["travel", journey],
  BoatReservation: ["travel", journey],
  LodgingReservation: ["travel", stay],
  EventReservation: ["ticket", event],
};

/** A journey that was called off: its day is over. */
const isCancelled = (item: Item): boolean => /cancel/i.test(textAt(item, "reservationStatus") ?? "");

function factOf(item: Item): SchemaFact | undefined {
  const type = item.types.find((name) => Object.hasOwn(readers, name));
  if (type === undefined) return undefined;
  const [kind, read] = readers[type]!;
  const fields = Object.entries(read(item) ?? {}).flatMap(([name, value]) => {
    const values = typeof value === "string" ? [value] : [...new Set(value)].slice(0, MAX_ITEMS);
    return values.map((each) => [name as FactFieldName, each] as [FactFieldName, string]);
  });
  if ((kind === "travel" || kind === "ticket") && isCancelled(item)) fields.push(["state", "cancelled"]);
  return fields.length > 0 ? { kind, fields } : undefined;
}

export function schemaFacts(items: readonly Item[]): SchemaFact[] {
  const facts: SchemaFact[] = [];
  for (const item of items) {
    const nested = item.types.includes("ReservationPackage") ? itemsAt(item, "subReservation") : [];
    for (const each of [item, ...nested]) {
      const fact = factOf(each);
      if (fact && facts.length < MAX_FACTS) facts.push(fact);
    }
  }
  return facts;
}
