/** What a booking says in words: journeys, each from one number to the next, or a stay. */
import { readClock, readDay, readTime } from "../values/dates.ts";
import { matchAt, type ReadAt } from "../values/found.ts";
import type { Page } from "../page/visible.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels, type Reading } from "./labels.ts";
import { legsByForm } from "./legs.ts";
import { readBookingCode, readJourneyNumber, readName, readPlace, readSeat } from "./readers.ts";
import { zoneOf } from "./zones.ts";

const number = labels(
  "(?:номер )?(?:рейса?|поезда?)(?: №)?|№ (?:рейса|поезда)|(?:flight|train|service|bus|coach)(?: (?:number|no\\.?))?",
);
const from = labels(
  "откуда|станция отправления|пункт отправления|(?:город|аэропорт) вылета|from|departure (?:airport|station|city|port|terminal)|depart(?:s|ing|ure)? from|(?:leaving|boarding) (?:from|at)|origin|пункт посадки|(?:станция|место) посадки|отправление из|вылет из|выезд из|pick-?up (?:point|location|stop)|boarding (?:point|station|stop)",
  "вылет|отправление|depart(?:s|ure|ing)?",
);
const to = labels(
  "куда|станция (?:прибытия|назначения)|пункт (?:прибытия|назначения)|(?:город|аэропорт) прил[её]та|to|arrival (?:airport|station|city|port|terminal)|arriv(?:es|ing)? at|arrival to|going to|destination|пункт высадки|(?:станция|место) высадки|прибытие в|прил[её]т в|drop-?off (?:point|location|stop)|alighting (?:point|station|stop)",
  "прил[её]т|прибытие|arriv(?:es?|al|ing)",
);
const route = labels(
  "рейс|маршрут(?: поездки| следования)?|направление|поездка|route|journey|trip|itinerary|outbound|your (?:journey|trip|flight)",
);
const departure = labels(
  "(?:дата и время )?(?:отправления|вылета)|отправление|вылет|время (?:отправления|вылета)|depart(?:ure|s|ing)?(?: (?:(?:date and |date & |date/)?time|on))?|leav(?:es?|ing)(?: at| on)?|dep\\.?|отправляется",
);
const arrival = labels(
  "(?:дата и время )?(?:прибытия|прил[её]та)|прибытие|прил[её]т|время (?:прибытия|прил[её]та)|arriv(?:al|es?|ing)(?: (?:(?:date and |date & |date/)?time|on))?|arr\\.?|прибывает|lands?",
);
const day = labels(
  "дата (?:отправления|вылета|поездки)|(?:travel|departure|journey) date|(?:outward|outbound) journey|date of (?:travel|journey|departure)|outbound date|дата выезда|(?<!\\p{L}[ -])(?:дата|date)",
);
const carrier = labels(
  "авиакомпания|перевозчик|airline|carrier|operator|operated by|operating (?:carrier|airline)|(?:bus|train|coach|ferry) (?:operator|company)|train company|автобусная компания|travell?ing with",
);
const seat = labels(
  "вагон(?: и|,) место|место|места|seats?(?: no\\.?(?:\\(s\\))?| number)?|coach and seat|coach/seat|(?:ваш[ие] )?(?:вагон|мест[оа]) в (?:вагоне|салоне|автобусе)|seat assignment|seat\\(s\\)|coach, seat|вагон/место",
);
const bookingCode = labels(
  "(?:код|номер) (?:бронирования|брони)|бронь|pnr|booking (?:reference|code|number|id)(?: is)?|(?:confirmation|reservation) (?:number|code|no\\.?)(?: is)?|record locator|(?:airline |booking )?locator|(?:ticket )?collection (?:reference|code|number)|booking (?:ref\\.?|no\\.?|confirmation)|(?:reservation|confirmation) (?:reference|id|#)|(?:trip|itinerary) (?:number|id|no\\.?)|шифр брони(?:рования)?|№ (?:брони|бронирования)",
  "номер (?:заказа|билета)|ticket (?:number|id|no\\.?)|order number|(?:your )?reference(?: number| code)?|(?:booking|reservation|confirmation|itinerary|бронирование|бронь|заказ)(?: №)?|voucher(?: number)?|номер ваучера|e-ticket(?: number)?",
);
const hotel = labels(
  "отель|гостиница|гостевой дом|хостел|объект размещения|место проживания|название (?:отеля|объекта)|(?:hotel|property|accommodation)(?: name)?|hostel|apartment|staying at",
);
const checkIn = labels(
  "заезд|дата (?:заезда|заселения)|заселение|регистрация заезда|check(?:ing)?[- ]?in(?: date| from| on)?",
);
/** Of a hotel; of a journey they are something else. */
const comes = labels("arrival(?: date)?|дата прибытия|прибытие");
const goes = labels("departure(?: date)?|дата убытия|отправление");
const period = labels(
  "период проживания|(?:даты|срок) проживания|даты(?: поездки)?|dates?(?: of (?:your )?stay)?|stay dates|your (?:stay|dates)|stay",
);
const checkOut = labels(
  "выезд|дата (?:выезда|отъезда|выселения)|выселение|отъезд|check(?:ing)?[- ]?out(?: date| by| on| until)?",
);

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

function addEnds(context: Context, ends: RegExpExecArray | RegExpMatchArray): void {
  context.add("from", { value: ends[1]!.trim(), quote: ends[1]!.trim() });
  context.add("to", { value: ends[2]!.trim(), quote: ends[2]!.trim() });
}

/** "Новосибирск (OVB) — Москва (SVO)", a line of its own. */
const airports =
  /(?:^|\n)(\p{Lu}[\p{L} .-]{1,40}?) ?\([A-Z]{3}\) ?(?:[→—–-]|->|to) ?(\p{Lu}[\p{L} .-]{1,40}?) ?\([A-Z]{3}\)(?=\n|$)/u;

/** "from London to Rome", the only such words of letter and subject. */
const END = String.raw`\p{Lu}[\p{L}’'-]{1,24}(?: \p{Lu}[\p{L}’'-]{1,24}){0,3}`;
const fromTo = new RegExp(String.raw`\b[Ff]rom (${END})(?: \([A-Z]{3}\))? to (${END})`, "gu");
/** "Москва → Сочи", a line of its own; dashes stand between other things too. */
const arrow = new RegExp(
  String.raw`(?:^|\n)(${END})(?: \([A-Z]{3}\))? ?(?:→|➔|➜|✈|->|⟶) ?(${END})(?: \([A-Z]{3}\))?(?=\n|$)`,
  "gu",
);
/** "London Heathrow (LHR)", alone in its line, perhaps behind a time. */
const airportLine =
  /(?:^|\n)(?:\d{1,2}:\d\d(?: [AP]M)?,? (?:[—–-] )?)?(\p{Lu}[\p{L} .'’-]{1,40}?),? \([A-Z]{3}\)(?=\n|$)/gu;

/** The ends of a journey by the form of their words, where no label tells them. */
function endsByForm(context: Context): void {
  if (context.has("from") || context.has("to")) return;
  const { text, letter } = context;
  for (const form of [arrow, fromTo]) {
    const found = [...`${text}\n${letter.subject}`.matchAll(form)];
    const [first] = found;
    if (
      first &&
      new Set(found.map(([, start, end]) => `${start}\n${end}`)).size === 1 &&
      text.includes(first[0].trim())
    )
      return addEnds(context, first);
  }
  const [start, end, ...more] = text.matchAll(airportLine);
  if (!start || !end || more.length > 0 || start[1] === end[1]) return;
  context.add("from", { value: start[1]!, quote: start[0].trim() });
  context.add("to", { value: end[1]!, quote: end[0].trim() });
}

/** The time behind a label; where a place stands between, in the line after it. */
function timeBehind(context: Context, name: typeof departure): Reading | undefined {
  const read = readTime(context.letter);
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
  const date = context.labelled.find({ labels: day, read: readDay(context.letter) });
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
  const isMoscow = /московск(?:ое|ому) врем(?:я|ени)|\(мск\)|\d\d:\d\d мск|время московское/iu.test(context.text);
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

function withZones(letter: Wording, legs: readonly TextField[][]): TextField[][] {
  return legs.map((fields) => {
    const context = new Context(letter, known);
    context.fields.push(...fields);
    addZones(context);
    return context.fields;
  });
}

/** "Вагон 5, место 12", alone in its line, the only such line. */
function coachSeat(text: string): { value: string; quote: string } | undefined {
  const found = [
    ...text.matchAll(/(?:^|\n)((?:вагон|coach|carriage|car) ?\w{1,3},? (?:мест[оа]|seats?) ?\w{1,4})(?=\n|$)/giu),
  ];
  const [, value = ""] = found[0] ?? [];
  return found.length === 1 ? { value, quote: value } : undefined;
}

function journey(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  context.read({
    number: { labels: number, read: readJourneyNumber, isLoose: true },
    from: { labels: from, read: readPlace },
    to: { labels: to, read: readPlace },
    carrier: { labels: carrier, read: readName },
    seat: { labels: seat, read: readSeat, unless: /(?:of|total|количество|всего) $/iu },
  });
  readRoute(context);
  const line = airports.exec(context.text);
  if (line) addEnds(context, line);
  endsByForm(context);
  context.add("seat", coachSeat(context.text));
  context.add("departureAt", timeBehind(context, departure));
  context.add("arrivalAt", timeBehind(context, arrival));
  if (!context.has("departureAt")) timesOfDay(context);
  const onDay = { labels: day, read: readTime(letter), isLoose: true };
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
  const read = readDay(context.letter);
  const first = context.labelled.find({ labels: period, read });
  const dash = first && matchAt(/ ?(?:[—–→-]|to|по) ?/y, context.text, first.end);
  const last = dash && read(context.text, first.end + dash[0].length);
  if (!last || last.value <= first.value) return;
  context.add("startAt", first);
  context.add("endAt", { value: last.value, quote: context.text.slice(first.end + dash[0].length, last.end) });
}

function stay(context: Context): TextField[] {
  const read = readTime(context.letter, true);
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
  common.push(...whole.cancelled);
  // Of what is off, the code is enough.
  const least = booking !== undefined && common.length > 1 ? [common] : [];
  const pages = segments(letter, whole);
  const journeys = pages.map((page) => journey({ ...letter, page }));
  if (pages.length > 1) return journeys.every(isWhole) ? journeys.map((fields) => [...fields, ...common]) : least;
  const [fields = []] = journeys;
  const stayed = stay(whole);
  if (stayed.length > 0) return fields.some(({ name }) => name === "departureAt") ? [] : [[...stayed, ...common]];
  if (!fields.some(({ name }) => name === "departureAt")) {
    const legs = withZones(letter, legsByForm(letter));
    return legs.length > 0 ? legs.map((leg) => [...leg, ...common]) : least;
  }
  const sender = whole.sender();
  const { text } = letter.page;
  const isCarried = fields.some(({ name }) => name === "carrier");
  if (sender && !isCarried && ["with", "choosing", "выбрали"].some((word) => text.includes(`${word} ${sender.value}`)))
    fields.push({ name: "carrier", ...sender });
  return [[...fields, ...common]];
}
