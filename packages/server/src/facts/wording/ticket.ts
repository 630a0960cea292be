/** What a ticket says in words. */
import { readClock, readDay, readTime } from "../values/dates.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readName, readNumber, readSeat } from "./readers.ts";

const event = labels(
  "мероприятие|спектакль|концерт|фильм|выставка|событие|матч|event(?: name)?|film|movie|performance|fixture|match|exhibition",
  "название|show|title",
);
const place = labels(
  "место проведения|площадка|кинотеатр|театр|venue|cinema|theat(?:re|er)|stadium|location",
  "зал|концертный зал|где|адрес|where|at",
);
const startAt = labels(
  "(?:дата и время|начало)(?: (?:начала|концерта|спектакля|сеанса|показа|матча|мероприятия))?|дата (?:проведения|посещения|мероприятия|начала)|начало(?: мероприятия)?|сеанс|время начала|когда|date (?:and|&) time|when|kick-off|starts?(?: at)?|show ?time|event date",
  "дата|date|📅|🗓️?",
);
const day = labels("дата(?: посещения| проведения| мероприятия)?|(?:event |visit )?date");
const clock = labels("время(?: входа| начала| посещения)?|начало|(?:start |entry )?time|starts?(?: at)?");
const pin = labels("📍");
const seat = labels("сектор, ряд, место|ряд(?: и|,) место|мест[оа]|section, row, seat|row and seat|seats?");
const number = labels(
  "(?:номер|код|№) (?:электронного )?билета|билет №|ticket (?:number|no\\.?|id)|e-ticket number",
  "номер (?:заказа|брони|бронирования)|заказ №|(?:booking|order|confirmation) (?:number|reference|ref\\.?|no\\.?|id|code)",
);

const known: readonly Labels[] = [event, place, startAt, day, clock, seat, number];

/** "You're going to …", "Your ticket for …", "Ваш билет на …" in the subject, where the text says it too. */
const going =
  /(?:you['’]re going to|tickets? (?:for|to)|билеты? на|билет:|билеты в кино:) ?[«"“]?([^«»"“”\n]{3,80}?)[»"”]?(?: (?:is|are) (?:confirmed|ready)[.!]?)?$/iu;

/** "…посетителя выставки «Старые мастера»". */
const visited =
  /(?:выставк|концерт|спектакл|фестивал|конференци|мероприяти|премьер)\p{L}{0,3} [«"“]([^«»"“”\n]{2,80})[»"”]/iu;

function addEvent(context: Context): void {
  context.add("event", context.labelled.find({ labels: event, read: readName }));
  const [, quoted] = visited.exec(context.text) ?? [];
  if (quoted !== undefined) context.add("event", { value: quoted, quote: quoted });
  const [, named] = going.exec(context.letter.subject) ?? [];
  if (named !== undefined && context.text.includes(named)) context.add("event", { value: named, quote: named });
}

/** A line that is nothing but a day with its time, the only such line, after the letter. */
function loneTime({ text, letter: { sentAt } }: Context): { value: string; quote: string } | undefined {
  const read = readTime(sentAt);
  const found = text.split("\n", 300).flatMap((line) => {
    const time = line.length < 60 ? read(line, 0) : null;
    return time?.end === line.length ? [{ value: time.value, quote: line.slice(time.start ?? 0) }] : [];
  });
  const [only] = found;
  return found.length === 1 && only && Date.parse(`${only.value}Z`) > sentAt.getTime() ? only : undefined;
}

function addStart(context: Context): void {
  const { sentAt } = context.letter;
  context.add("startAt", context.labelled.find({ labels: startAt, read: readTime(sentAt), isLoose: true }));
  if (context.has("startAt")) return;
  const date = context.labelled.find({ labels: day, read: readDay(sentAt) });
  const time = context.labelled.find({ labels: clock, read: readClock, isLoose: true });
  if (!date) context.add("startAt", loneTime(context));
  if (date && time) context.add("startAt", { value: `${date.value}T${time.value}`, quote: date.quote });
}

export function ticketWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  addEvent(context);
  addStart(context);
  context.read({
    place: { labels: place, read: readName },
    seat: { labels: seat, read: readSeat },
    number: { labels: number, read: readNumber, isLoose: true },
  });
  context.add("place", context.labelled.find({ labels: pin, read: readName, isLoose: true }));
  return context.has("startAt") && (context.has("event") || context.has("number")) ? context.fields : [];
}
