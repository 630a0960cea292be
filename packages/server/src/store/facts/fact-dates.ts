/** Which days of a letter's facts a person has to know of, and what they belong to. Pure. */
import type { DeadlineKind, Fact, FactFieldName, FactKind } from "@pismo/jmap";
import type { Appointment } from "@pismo/jmap/ical";
import { siteOf } from "../../mime/headers/site-of.ts";

export interface FactDate {
  /** Of the order, journey or document: the same in all letters about it. */
  group: string;
  kind: DeadlineKind;
  title: string;
  /** null: the newest letter says that nothing is to come any more. */
  at: string | null;
  timeZone: string | null;
  /** Of what calendars tell: how often it was changed; null: facts say it. */
  sequence: number | null;
  /** Of a repeated appointment, which time it is; null: the only one, or what is said of all. */
  instance: number | null;
}

type Read = (name: FactFieldName) => string | undefined;

/** A day or a local time, as facts have them. */
const DAY = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/;
/** An order in such a state is over. */
const over: ReadonlySet<string | undefined> = new Set(["delivered", "cancelled", "returned"]);
const MAX_TITLE = 200;
const MAX_GROUP = 300;

/** Names are written in several ways: case, spaces and signs do not count. */
const fold = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

interface Found {
  kind: DeadlineKind;
  at: string | undefined;
  timeZone?: string | undefined;
  title: (string | undefined)[];
}

interface Belonging {
  /** Where any of them is not known, the letter is alone. */
  key: (string | undefined)[];
  found: Found[];
  isOver?: boolean;
  /** What a letter says replaces what the one before said: only the same sender may do that. */
  isOfOneSender?: boolean;
}

/** Of a reservation that was called off. */
const isCancelled = (read: Read): boolean => read("state") === "cancelled";

/** Of the author, whose domain is proven. */
export interface DateSender {
  domain: string;
  /** As it calls itself; empty where it does not. */
  name: string;
}

/**
 * Who it is about where the letter does not name a shop or a company: a name is the sender's own choice, so that the host
 * stands beside it.
 */
const senderTitle = ({ name, domain }: DateSender): string[] =>
  name === "" || name.includes("@") || fold(name) === fold(domain) ? [domain] : [name, domain];

type Rule = (read: Read, sender: DateSender) => Belonging;

const order: Rule = (read, sender) => {
  const shop = read("shop");
  const title = shop === undefined ? senderTitle(sender) : [shop];
  return {
    key: ["order", read("number"), shop ?? sender.domain],
    found: [{ kind: "delivery", at: read("deliveryDay"), title }],
    isOver: over.has(read("state")),
    isOfOneSender: true,
  };
};

const finance: Rule = (read, sender) => {
  const to = read("to");
  const title = to === undefined ? senderTitle(sender) : [to];
  return {
    key: ["payment", to ?? sender.domain, read("accountDigits") ?? "", read("sum"), read("dueDay")],
    found: [{ kind: "payment", at: read("dueDay"), title }],
  };
};

const travel: Rule = (read, sender) => {
  // Which journey is off is known by its code alone.
  if (isCancelled(read) && read("bookingCode") === undefined) return { key: [undefined], found: [] };
  const [number, code, place] = [read("number"), read("bookingCode"), read("place")];
  const departure = { at: read("departureAt"), timeZone: read("departureTimeZone") };
  const arrival = read("startAt");
  const stay = place ?? read("carrier");
  const route = [read("from"), read("to")].filter((each) => each !== undefined).join(" → ");
  return {
    key: code === undefined ? ["travel", number ?? place ?? route, departure.at ?? arrival] : ["journey", code],
    found: [
      { kind: "departure", ...departure, title: [number ?? read("carrier"), route] },
      { kind: "appointment", at: arrival, title: stay === undefined ? senderTitle(sender) : [stay] },
    ],
    isOver: isCancelled(read),
    // Else its day is in the key.
    isOfOneSender: code !== undefined,
  };
};

const ticket: Rule = (read) => ({
  key: ["event", read("event"), read("startAt")],
  found: [
    {
      kind: "event",
      at: read("startAt"),
      timeZone: read("startTimeZone"),
      title: [read("event") ?? read("place")],
    },
  ],
  isOver: isCancelled(read),
  isOfOneSender: true,
});

const fine: Rule = (read, sender) => ({
  key: ["document", read("documentNumber")],
  found: [
    { kind: "discount", at: read("discountUntil"), title: senderTitle(sender) },
    { kind: "payment", at: read("dueDay"), title: senderTitle(sender) },
  ],
  isOfOneSender: true,
});

const rules: Readonly<Record<FactKind, Rule>> = {
  order,
  finance,
  travel,
  ticket,
  fine,
  registration: () => ({ key: [undefined], found: [] }),
};

/** As the engines can store it. */
const titleOf = (words: readonly (string | undefined)[]): string =>
  words
    .filter((each) => each !== undefined && each !== "")
    .join(", ")
    .slice(0, MAX_TITLE)
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ");

/** @param sender where no other may change what the entry says */
const groupOf = (words: readonly string[], sender: string | undefined): string =>
  // Before the words: they may be so long that the end is cut off.
  [...(sender === undefined ? [] : [siteOf(sender).replaceAll("|", "")]), ...words]
    .join("|")
    .slice(0, MAX_GROUP)
    .replace(/\p{Cs}$/u, "");

/** What calendar parts say, in the form that the days of facts have. @param letter as for `datesOf` */
export const appointmentDates = (appointments: readonly Appointment[], letter: string, sender: string): FactDate[] =>
  appointments.map(({ uid, title, ...rest }) => ({
    ...rest,
    group: uid === "" ? groupOf(["letter", letter], undefined) : groupOf(["appointment", fold(uid)], sender),
    kind: "appointment",
    title: titleOf([title]),
  }));

/** @param letter the Email's id, for what nothing else names */
export function datesOf(facts: readonly Fact[], letter: string, sender: DateSender): FactDate[] {
  const dates = facts.flatMap(({ kind, fields }): FactDate[] => {
    const read: Read = (name) => fields.find((field) => field.name === name)?.value;
    const { key, found, isOver = false, isOfOneSender = false } = rules[kind](read, sender);
    const words = key.flatMap((part) => (part === undefined ? [] : fold(part)));
    const named = words.length === key.length ? words : ["letter", letter];
    const group = groupOf(named, isOfOneSender ? sender.domain : undefined);
    return found.flatMap(({ kind: due, at, timeZone, title }): FactDate[] => {
      const rest = { group, kind: due, title: titleOf(title), sequence: null, instance: null };
      if (isOver) return [{ ...rest, at: null, timeZone: null }];
      if (at === undefined || !DAY.test(at)) return [];
      return [{ ...rest, at, timeZone: at.includes("T") ? (timeZone ?? null) : null }];
    });
  });
  // Two passengers of one flight, or three tickets of one evening, are one entry.
  const unique = new Map(dates.map((date) => [[date.group, date.kind, date.at, date.title].join("\n"), date]));
  return [...unique.values()];
}
