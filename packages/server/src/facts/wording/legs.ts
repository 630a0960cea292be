/**
 * Trains and coaches whose letters have no labels: "07:12 London" and "08:05 Reading" below their day, or the way and the
 * times in two lines. Where one line of them could be read otherwise there is none. Pure; the patterns are linear.
 */
import { readClock, readDay } from "../values/dates.ts";
import type { TextField, Wording } from "./context.ts";

const WORD = String.raw`\p{Lu}[\p{L}.'’]{0,24}`;
const PLACE = String.raw`${WORD}(?:[ -](?:${WORD}|\d{1,2}|(?:de|la|le|du|der|am|an|upon|on|of|the|на)(?=[ -]\p{Lu}))){0,5}(?: ?\([^()\n]{1,40}\))?`;
const TIME = String.raw`(?:[01]?\d|2[0-3])[:.][0-5]\d(?: ?[apAP]\.?[mM]\.?)?`;
const lineOf = (form: string): RegExp => new RegExp(`^${form}$`, "u");

const stopForms: readonly (readonly [form: RegExp, time: number, place: number])[] = [
  [lineOf(String.raw`(${TIME})(?: ?[—–|·-]|,)? (${PLACE})`), 1, 2],
  [lineOf(String.raw`(${PLACE})(?: ?[—–|·-]|,)? (${TIME})`), 2, 1],
];
const way = lineOf(String.raw`(${PLACE}) ?(?:→|➔|->|⟶|—|–|to) ?(${PLACE})`);
const times = lineOf(String.raw`(${TIME}) ?(?:[—–-]|→|to) ?(${TIME})`);
const timeAlone = lineOf(`(${TIME})`);
const placeAlone = lineOf(`(${PLACE})`);

/** Of what else a letter gives the time of day, or calls by a name. */
const noPlaces =
  /^(?:check|doors?|breakfast|lunch|dinner|start|end|boarding|depart|arriv|total|adult|child|seat|coach|train|platform|open|clos|gate|outbound|return|duration|завтрак|обед|ужин|регистрац|заезд|выезд|посадк|начало|конец|отправлени|прибыти|вагон|место|поезд|туда|обратно|время)/iu;
const ridden =
  /(?<!\p{L})(?:train|rail\p{L}*|coach|bus|ferry|flights?|platform|поезд\p{L}*|вагон\p{L}*|автобус\p{L}*|электрич\p{L}+|рейс\p{L}*)(?!\p{L})/iu;
const named = /^(?:train|service|поезд)(?: (?:number|no\.?))? ?[№#]? ?([A-Z]{0,3} ?\d{1,5}[А-Я]{0,2})(?=$|[ ,«(])/iu;

interface Stop {
  line: number;
  day: string | undefined;
  clock: string;
  place: string;
  quote: string;
}

interface Leg {
  line: number;
  from: string;
  to: string;
  day: string;
  leaves: string;
  arrives: string;
  quotes: { leaves: string; arrives: string };
}

const MAX_LINES = 400;
const MAX_LEGS = 8;

const clockOf = (text: string): string | undefined => readClock(text, 0)?.value;
const withoutCode = (place: string): string => place.replace(/ ?\([^()]*\)$/, "");

/** A line without the day that it begins with, perhaps behind a word such as "Outbound:". */
function withoutDay(line: string, letter: Wording): { day: string; rest: string } | undefined {
  if (line.length > 90) return undefined;
  const start = /^\p{Lu}\p{L}{2,14} ?[:—–-] ?/u.exec(line)?.[0].length ?? 0;
  const read = readDay(letter);
  const day = read(line, start) ?? read(line, 0);
  return day ? { day: day.value, rest: line.slice(day.end).replace(/^ ?[,.·|—–-]? ?/, "") } : undefined;
}

interface Line {
  text: string;
  /** Of this line, or of the nearest before it. */
  day: string | undefined;
}

const isForm = (text: string): boolean => times.test(text) || stopForms.some(([form]) => form.test(text));

function linesOf(letter: Wording): Line[] {
  let day: string | undefined;
  return letter.page.text.split("\n", MAX_LINES).map((whole) => {
    const text = whole.trim();
    const begun = withoutDay(text, letter);
    const isDay = begun && (begun.rest === "" || /^\(?\p{L}{2,12}\)?$/u.test(begun.rest));
    if (!begun || !(isDay || isForm(begun.rest))) return { text, day };
    ({ day } = begun);
    return { text: begun.rest, day };
  });
}

/** A time and a place in one line, or in two cells. */
function stopAt(lines: readonly Line[], line: number): Stop | undefined {
  const { text, day } = lines[line]!;
  const textAt = (at: number): string => lines[at]?.text ?? "";
  for (const [form, time, place] of stopForms) {
    const found = form.exec(text);
    const clock = found ? clockOf(found[time]!) : undefined;
    if (found && clock !== undefined && !noPlaces.test(found[place]!))
      return { line, day, clock, place: found[place]!, quote: text };
  }
  const clock = timeAlone.test(text) ? clockOf(text) : undefined;
  const next = textAt(line + 1);
  const isFirst = !placeAlone.test(textAt(line - 1)) || timeAlone.test(textAt(line - 2));
  if (clock === undefined || !isFirst || !placeAlone.test(next) || noPlaces.test(next)) return undefined;
  return { line, day, clock, place: next, quote: text };
}

const legOf = ([leaves, arrives]: readonly [Stop, Stop]): Leg => ({
  line: leaves.line,
  from: leaves.place,
  to: arrives.place,
  day: leaves.day!,
  leaves: leaves.clock,
  arrives: arrives.clock,
  quotes: { leaves: leaves.quote, arrives: arrives.quote },
});

/** Two stops each; on one day a leg goes on where the one before has ended. */
function byStops(stops: readonly Stop[]): Leg[] {
  if (stops.length % 2 !== 0 || stops.some(({ day }) => day === undefined)) return [];
  const pairs = stops.flatMap((stop, index) => (index % 2 === 0 ? [[stop, stops[index + 1]!] as const] : []));
  const isWhole = pairs.every(([leaves, arrives], index) => {
    const before = pairs[index - 1]?.[1];
    const goesOn =
      before === undefined ||
      before.day! < leaves.day! ||
      (before.day === leaves.day && before.place === leaves.place && before.clock <= leaves.clock);
    return goesOn && leaves.day === arrives.day && leaves.place !== arrives.place;
  });
  return isWhole ? pairs.map(legOf) : [];
}

/** "London → Reading", and its times in the line before or behind. */
function byWays(lines: readonly Line[]): Leg[] {
  const ways = lines.flatMap(({ text }, line) => {
    const [, from = "", to = ""] = way.exec(text) ?? [];
    return from === "" || noPlaces.test(from) || noPlaces.test(to) ? [] : [{ line, from, to }];
  });
  const spans = lines.flatMap(({ text, day }, line) => {
    const found = times.exec(text);
    return found ? [{ line, day, leaves: clockOf(found[1]!)!, arrives: clockOf(found[2]!)!, quote: text }] : [];
  });
  if (ways.length !== spans.length) return [];
  const legs = ways.map((each, index): Leg | undefined => {
    const { line, quote, leaves, arrives } = spans[index]!;
    const { day } = lines[Math.max(line, each.line)]!;
    if (Math.abs(line - each.line) > 2 || day === undefined || each.from === each.to) return undefined;
    return { ...each, day, leaves, arrives, quotes: { leaves: quote, arrives: quote } };
  });
  return legs.every((leg) => leg !== undefined) ? legs : [];
}

/** The only one that its lines name. */
function numberIn(lines: readonly Line[]): string | undefined {
  const found = new Set(lines.flatMap(({ text }) => named.exec(text)?.[1] ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

export function legsByForm(letter: Wording): TextField[][] {
  if (!ridden.test(`${letter.subject}\n${letter.page.text}`)) return [];
  const lines = linesOf(letter);
  const stops = lines.flatMap((_, line) => stopAt(lines, line) ?? []);
  const legs = stops.length > 0 ? byStops(stops) : byWays(lines);
  if (legs.length > MAX_LEGS) return [];
  return legs.map(({ line, day, from, to, leaves, arrives, quotes }, index): TextField[] => {
    const number = numberIn(lines.slice(line, legs[index + 1]?.line ?? line + 8));
    return [
      { name: "from", value: withoutCode(from), quote: from },
      { name: "to", value: withoutCode(to), quote: to },
      { name: "departureAt", value: `${day}T${leaves}`, quote: quotes.leaves },
      // Earlier in the day is on another day.
      ...(arrives > leaves ? [{ name: "arrivalAt" as const, value: `${day}T${arrives}`, quote: quotes.arrives }] : []),
      ...(number === undefined ? [] : [{ name: "number" as const, value: number, quote: number }]),
    ];
  });
}
