/**
 * What a letter of a category says: an extension of ours. Read by local rules alone; what is not certain is left out, so
 * that every field but those that name a kind may be absent.
 */

/** One for each of the six flag categories. */
export type FactKind = "order" | "finance" | "registration" | "travel" | "ticket" | "fine";

/** The names of the fields by kind, in the order in which a card shows them. */
export interface FactFieldNames {
  /** `item` occurs once for each thing. `state` is one of `OrderState`. `deliveryDay` is the last day of a period. */
  order: "number" | "shop" | "item" | "sum" | "state" | "deliveryDay" | "trackingUrl";
  /** `accountDigits`: the last digits of the card or account. `from` and `to`: who pays, and whom. */
  finance: "sum" | "accountDigits" | "dueDay" | "from" | "to";
  /** `code` is to be typed in somewhere; `confirmUrl` confirms when it is opened. */
  registration: "service" | "code" | "confirmUrl";
  /**
   * One fact for each flight, train or bus. A stay at a hotel has `place`, `startAt` and `endAt` in place of `from`, `to`,
   * `departureAt` and `arrivalAt`. `state` is `cancelled`, or absent.
   */
  travel:
    | "from"
    | "to"
    | "place"
    | "departureAt"
    | "departureTimeZone"
    | "arrivalAt"
    | "arrivalTimeZone"
    | "startAt"
    | "endAt"
    | "carrier"
    | "number"
    | "seat"
    | "bookingCode"
    | "state";
  /** `code` is the content of the QR or bar code. `state` is `cancelled`, or absent. */
  ticket: "state" | "event" | "place" | "seat" | "startAt" | "startTimeZone" | "number" | "code";
  /** Until the end of `discountUntil` it is `discountSum` that has to be paid. */
  fine: "sum" | "discountSum" | "discountUntil" | "documentNumber" | "payUrl" | "dueDay";
}

export type FactFieldName = FactFieldNames[FactKind];

/** The value of `state`. */
export type OrderState = "accepted" | "paid" | "shipped" | "ready" | "delivered" | "cancelled" | "returned";

/** Where a field was read; of several the first one here counts. */
export type FactSource = "json-ld" | "microdata" | "calendar" | "pdf" | "text";

export interface FactField {
  name: FactFieldName;
  /**
   * In one form whatever the language of the letter:
   * a day as "2026-12-05", a time as the local "2026-12-05T14:35" of its place, whose time zone, where it is known, is a
   * field of its own ("Europe/Moscow", or an offset such as "+03:00");
   * a sum as "1234.56 RUB" (ISO 4217); a URL and a code as they are.
   */
  value: string;
  source: FactSource;
  /**
   * The words of the visible text where it was read, as they stand there but for white space, which is single spaces, so
   * that they can be marked; null where it was read from what is not visible.
   */
  quote: string | null;
}

/** One letter may have several, such as two flights. */
export interface Fact {
  kind: FactKind;
  /** No name occurs twice, except an order's `item`. */
  fields: FactField[];
}
