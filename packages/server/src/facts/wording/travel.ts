/** What a booking says in words: journeys, each from one number to the next, or a stay. */
import { readClock, readDay, readTime } from "../values/dates.ts";
import { matchAt, type ReadAt } from "../values/found.ts";
import type { Page } from "../page/visible.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels, type Reading } from "./labels.ts";
import { readBookingCode, readJourneyNumber, readName, readPlace, readSeat } from "./readers.ts";
import { zoneOf } from "./zones.ts";

const number = labels(
  "(?:номер )?(?:рейса?|поезда?)(?: №)?|№ (?:рейса|поезда)|(?:flight|train|service)(?: (?:number|no\\.?))?",
);
const from = labels(
  "откуда|станция отправления|пункт отправления|(?:город|аэропорт) вылета|from|departure (?:airport|station|city)|depart(?:s|ing|ure)? from|origin",
  "вылет|отправление|depart(?:s|ure|ing)?",
);
const to = labels(
  "куда|станция (?:прибытия|назначения)|пункт (?:прибытия|назначения)|(?:город|аэропорт) прил[её]та|to|arrival (?:airport|station|city)|arriv(?:es|ing)? at|arrival to|destination",
  "прил[её]т|прибытие|arriv(?:es?|al|ing)",
);
const route = labels("рейс|маршрут|направление|route|journey|trip");
const departure = labels(
  "(?:дата и время )?(?:отправления|вылета)|отправление|вылет|время (?:отправления|вылета)|depart(?:ure|s|ing)?(?: (?:date and )?time)?|leaves?",
);
const arrival = labels(
  "(?:дата и время )?(?:прибытия|прил[её]та)|прибытие|прил[её]т|время (?:прибытия|прил[её]та)|arriv(?:al|es?|ing)(?: (?:date and )?time)?",
);
const day = labels(
  "дата (?:отправления|вылета|поездки)|(?:travel|departure|journey) date|(?:outward|outbound) journey|date of travel|дата|date",
);
const carrier = labels("авиакомпания|перевозчик|airline|carrier|operator|operated by");
const seat = labels("вагон(?: и|,) место|место|места|seats?(?: no\\.?(?:\\(s\\))?| number)?|coach and seat");
const bookingCode = labels(
  "(?:код|номер) (?:бронирования|брони)|бронь|pnr|booking (?:reference|code|number|id)(?: is)?|(?:confirmation|reservation) (?:number|code|no\\.?)(?: is)?|record locator|collection reference",
  "номер (?:заказа|билета)|ticket (?:number|id)|order number|reference",
);
const hotel = labels("отель|гостиница|объект размещения|hotel|property|accommodation");
const checkIn = labels("заезд|дата заезда|регистрация заезда|check[- ]?in(?: date)?");
/** Of a hotel; of a journey they are something else. */
const comes = labels("arrival(?: date)?|дата прибытия|прибытие");
const goes = labels("departure(?: date)?|дата убытия|отправление");
const period = labels("период проживания|даты проживания|dates?(?: of stay)?|stay dates|your stay");
const checkOut = labels("выезд|дата выезда|отъезд|check[- ]?out(?: date)?");

const known: readonly Labels[] = [
  number,
  from,
  to,
  route,
  departure,
  arrival,
  day,
  carrier,
  seat,
  bookingCode,
  hotel,
  checkIn,
  checkOut,
  period,
];
const MAX_JOURNEYS = 8;

/** "Москва — Сочи" behind "Рейс:", or "London to Rome". */
function readRoute(context: Context): void {
  const line = context.labelled.find({ labels: route, read: readName });
  const ends = line && /^(\p{Lu}[\p{L} .-]{1,40}?)\s?(?:[→—–]|->|\bto\b)\s?(\p{Lu}[\p{L} .-]{1,40})$/u.exec(line.quote);
  if (!ends) return;
  addEnds(context, ends);
}

function addEnds(context: Context, ends: RegExpExecArray): void {
  context.add("from", { value: ends[1]!.trim(), quote: ends[1]!.trim() });
  context.add("to", { value: ends[2]!.trim(), quote: ends[2]!.trim() });
}

/** "Новосибирск (OVB) — Москва (SVO)", a line of its own. */
const airports =
  /(?:^|\n)(\p{Lu}[\p{L} .-]{1,40}?) ?\([A-Z]{3}\) ?(?:[→—–-]|->|to) ?(\p{Lu}[\p{L} .-]{1,40}?) ?\([A-Z]{3}\)(?=\n|$)/u;

/** The time behind a label; where a place stands between, in the line after it. */
function timeBehind(context: Context, name: typeof departure): Reading | undefined {
  const read = readTime(context.letter.sentAt);
  const direct = context.labelled.find({ labels: name, read, isLoose: true });
  if (direct) return direct;
  return context.labelled.find({
    labels: name,
    read: (text, at) => {
      const place = readPlace(text, at);
      return place && text[place.end] === "\n" ? read(text, place.end + 1) : null;
    },
  });
}

/** "Rome at 02:00 PM". */
const clockBehindPlace: ReadAt = (text, at) => {
  const place = matchAt(/\p{Lu}[\p{L} .()-]{1,40}? (?=at \d|в \d)/uy, text, at);
  return place && readClock(text, at + place[0].length - 1);
};

/** The day in one place, the time in another: of a journey that arrives on the day on which it departs. */
function timesOfDay(context: Context): void {
  const date = context.labelled.find({ labels: day, read: readDay(context.letter.sentAt) });
  const leaves =
    context.labelled.find({ labels: departure, read: readClock, isLoose: true }) ??
    context.labelled.find({ labels: from, read: clockBehindPlace });
  if (!date || !leaves) return;
  context.add("departureAt", { value: `${date.value}T${leaves.value}`, quote: leaves.quote });
  const arrives =
    context.labelled.find({ labels: arrival, read: readClock, isLoose: true }) ??
    context.labelled.find({ labels: to, read: clockBehindPlace });
  // Earlier in the day is on another day.
  if (arrives && arrives.value > leaves.value)
    context.add("arrivalAt", { value: `${date.value}T${arrives.value}`, quote: arrives.quote });
}

function addZones(context: Context): void {
  const isMoscow = /московск(?:ое|ому) время|\(мск\)|время московское/iu.test(context.text);
  for (const [end, zone] of [
    ["from", "departureTimeZone"],
    ["to", "arrivalTimeZone"],
  ] as const) {
    const time = end === "from" ? "departureAt" : "arrivalAt";
    if (!context.has(time)) continue;
    const quote = context.fields.find(({ name }) => name === end)?.quote;
    // Times of flights are those of their airports.
    const value = isMoscow ? "Europe/Moscow" : quote && zoneOf(quote);
    if (value) context.add(zone, { value, quote: null });
  }
}

function journey(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    number: { labels: number, read: readJourneyNumber, isLoose: true },
    from: { labels: from, read: readPlace },
    to: { labels: to, read: readPlace },
    carrier: { labels: carrier, read: readName },
    seat: { labels: seat, read: readSeat },
  });
  readRoute(context);
  const line = airports.exec(context.text);
  if (line) addEnds(context, line);
  context.add("departureAt", timeBehind(context, departure));
  context.add("arrivalAt", timeBehind(context, arrival));
  if (!context.has("departureAt")) timesOfDay(context);
  const onDay = { labels: day, read: readTime(letter.sentAt), isLoose: true };
  if (!context.has("arrivalAt")) context.add("departureAt", context.labelled.find(onDay));
  const [leaves, arrives] = ["departureAt", "arrivalAt"].map(
    (name) => context.fields.find((field) => field.name === name)?.value,
  );
  // By local times an arrival may seem earlier, but not by a day.
  if (leaves && arrives && arrives.slice(0, 10) < leaves.slice(0, 10)) return [];
  addZones(context);
  return context.fields;
}

/** "12.12.2026 - 14.12.2026" behind one label. */
function addPeriod(context: Context): void {
  const read = readDay(context.letter.sentAt);
  const first = context.labelled.find({ labels: period, read });
  const dash = first && matchAt(/ ?(?:[—–→-]|to|по) ?/y, context.text, first.end);
  const last = dash && read(context.text, first.end + dash[0].length);
  if (!last || last.value <= first.value) return;
  context.add("startAt", first);
  context.add("endAt", { value: last.value, quote: context.text.slice(first.end + dash[0].length, last.end) });
}

function stay(context: Context): TextField[] {
  const read = readTime(context.letter.sentAt, true);
  context.read({
    place: { labels: hotel, read: readName },
    startAt: { labels: checkIn, read, isLoose: true },
    endAt: { labels: checkOut, read, isLoose: true },
  });
  addPeriod(context);
  if (
    /hotel|\binn\b|hostel|resort|lodge|guest ?house|отель|гостиниц|хостел|санаторий|пансионат/iu.test(
      context.letter.fromName,
    )
  ) {
    context.add("place", context.sender());
  }
  if (context.has("place")) {
    context.add("startAt", context.labelled.find({ labels: comes, read }));
    context.add("endAt", context.labelled.find({ labels: goes, read }));
  }
  return context.has("startAt") && context.has("endAt") ? context.fields : [];
}

const slice = ({ text, links }: Page, start: number, end: number): Page => ({
  text: text.slice(start, end),
  links: links.filter((link) => link.start >= start && link.end <= end),
  scripts: [],
  items: [],
});

/** The text of each journey. Where there are several, each has to be whole: from its number to the next one. */
function segments(letter: Wording, whole: Context): Page[] {
  const { page } = letter;
  const places = whole.labelled.places({ labels: number, read: readJourneyNumber, isLoose: true });
  const distinct = places.filter(({ value }, index) => index === 0 || value !== places[index - 1]!.value);
  if (distinct.length < 2) return [page];
  const begins = distinct
    .slice(0, MAX_JOURNEYS)
    .map(({ label }) => (label === 0 ? 0 : page.text.lastIndexOf("\n", label - 1) + 1));
  return begins.map((start, index) => slice(page, start, begins[index + 1] ?? page.text.length));
}

const isWhole = (fields: readonly TextField[]): boolean =>
  ["from", "to", "departureAt"].every((name) => fields.some((field) => field.name === name));

export function travelWords(letter: Wording): TextField[][] {
  const whole = new Context(letter, known);
  const booking = whole.labelled.find({ labels: bookingCode, read: readBookingCode, isLoose: true });
  const common: TextField[] = booking ? [{ name: "bookingCode", value: booking.value, quote: booking.quote }] : [];
  const pages = segments(letter, whole);
  const journeys = pages.map((page) => journey({ ...letter, page }));
  if (pages.length > 1) return journeys.every(isWhole) ? journeys.map((fields) => [...fields, ...common]) : [];
  const [fields = []] = journeys;
  const stayed = stay(whole);
  if (stayed.length > 0) return fields.some(({ name }) => name === "departureAt") ? [] : [[...stayed, ...common]];
  if (!fields.some(({ name }) => name === "departureAt")) return [];
  const sender = whole.sender();
  const { text } = letter.page;
  const isCarried = fields.some(({ name }) => name === "carrier");
  if (sender && !isCarried && ["with", "choosing", "выбрали"].some((word) => text.includes(`${word} ${sender.value}`)))
    fields.push({ name: "carrier", ...sender });
  return [[...fields, ...common]];
}
