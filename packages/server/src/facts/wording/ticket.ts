/** What a ticket says in words. */
import { readClock, readDay, readTime } from "../values/dates.ts";
import { Context, type TextField, type Wording } from "./context.ts";
import { type Labels, labels } from "./labels.ts";
import { readName, readNumber, readSeat } from "./readers.ts";
import type { ReadAt } from "../values/found.ts";

const event = labels(
  "мероприятие|спектакль|концерт|фильм|выставка|событие|матч|event(?: name| title)?|film|movie|performance|fixture|match|exhibition|(?:название|наименование) (?:мероприятия|события|спектакля)|concert|постановка|представление|экскурсия|лекция|игра|production|attraction",
  "название|show|title|game|tour|gig|programme?",
);
const place = labels(
  "место проведения|площадка|кинотеатр|театр|venue|cinema|theat(?:re|er)|stadium|(?<!\\p{L}[ -])(?:event )?location|арена|стадион|концертный зал|arena|museum|музей|club|клуб|место (?:встречи|сбора|события|мероприятия)|meeting point",
  "(?<!\\p{L}[ -])(?:зал|где|адрес(?: проведения| площадки)?|where|at|address|hall)",
);
const startAt = labels(
  "(?:дата и время|начало)(?: (?:начала|концерта|спектакля|сеанса|показа|матча|мероприятия))?|дата (?:проведения|посещения|мероприятия|начала)|начало(?: мероприятия)?|сеанс|время начала|когда|date (?:and|&) time|when|kick[- ]?off|(?:show |event )?starts?(?: at| on)?|show ?time|event date|дата (?:сеанса|концерта|события|спектакля|показа|матча)|date/time|start(?:ing)? (?:date|time|at|on)|performance (?:date|time)|time ?slot|session(?: time)?|состоится|(?:takes|taking) place(?: on)?",
  "(?<!\\p{L}[ -])(?:дата|date|время|time)|📅|🗓️?|🕒",
);
const day = labels(
  "дата(?: посещения| проведения| мероприятия| сеанса| концерта| спектакля| события| начала)?|день|date of (?:(?:the|your) )?(?:visit|event|show|performance|match|concert)|(?<!\\p{L}[ -])(?:(?:event|visit|show|performance) )?(?:date|day)",
);
const clock = labels(
  "время(?: входа| начала| посещения| сеанса)?|начало|сеанс|(?<!\\p{L}[ -])(?:(?:start|entry|show|performance|kick[- ]?off) )?time|(?:(?:show |event |match )?starts?|kick[- ]?off|tip-?off|face-?off|puck drop|curtain(?: up)?|showtime)(?: at)?|time ?slot",
);
const pin = labels("📍");
/** A seat, or where the event is. */
const spot = labels("место");
const readSpot: ReadAt = (text, at) => (readSeat(text, at) ? null : readName(text, at));
const seat = labels(
  "сектор, ряд, место|ряд(?: и|,) место|мест[оа]|сектор/ряд/место|ваш[ие] мест[оа]|section, row, seat|section/row/seat|row and seat|seat\\(s\\)|(?:your )?seats?(?: numbers?)?",
);
const number = labels(
  "(?:номер|код|№) (?:электронного )?билета|билет №|ticket (?:number|no\\.?|id)|e-ticket number|номер электронного билета",
  "(?:номер|код) (?:заказа|брони|бронирования)|заказ №|(?:booking|order|confirmation|reservation) (?:number|reference|ref\\.?|no\\.?|id|code|#)",
  "(?:ваш )?заказ|бронь|(?:your )?(?:order|booking|reference|confirmation)",
);

const known: readonly Labels[] = [event, place, startAt, day, clock, seat, number];

/** "… is here!", "… готовы": behind the name, in small letters. */
const ready =
  /(?: (?:is|are|has been|have been) [a-z]{2,12}(?: [a-z]{2,12}){0,3}| (?:готов[аыо]?|оплачен[аыо]?|подтвержд[её]н[аыо]?|во вложении|жд[её]т вас|ждут вас))[.!]?$/u;

/** "You're going to …", "Your ticket for …", "Ваш билет на …" in the subject, where the text says it too. */
const going =
  /(?:you['’]re going to|tickets? (?:for|to)|билеты? на|билеты?(?::| [—–-](?= ))|билеты в кино:) ?[«"“]?([^«»"“”\n]{3,80}?)[»"”]?$/iu;

/** "…посетителя выставки «Старые мастера»", "билета на «Ревизор»"; a name may have one in quotation marks in it. */
const visited =
  /(?:(?:выставк|концерт|спектакл|фестивал|конференци|мероприяти|премьер)\p{L}{0,3}|билет(?:а|ы|ов)? на) (?:«((?:[^«»\n]|«[^«»\n]{1,40}»){2,80})»|["“]([^"“”\n]{2,80})["”])/iu;

/** "Doors open", "Registration starts at 9": not yet the event. */
const early = /(?:registration|check-?in|doors?|gates?|sales?|boarding|admission|food|регистрация|двери|продажа) $/iu;
const counted = /(?:of|total|available|remaining|free|количество|всего) $/iu;

function addEvent(context: Context): void {
  context.add("event", context.labelled.find({ labels: event, read: readName }));
  const [, inner, outer] = visited.exec(context.text) ?? [];
  const quoted = inner ?? outer;
  if (quoted !== undefined) context.add("event", { value: quoted, quote: quoted });
  const named = going.exec(context.letter.subject)?.[1]?.replace(ready, "");
  if (named !== undefined && context.text.includes(named)) context.add("event", { value: named, quote: named });
}

/** A line that is nothing but a day with its time, the only such line, after the letter. */
function loneTime({ text, letter }: Context): { value: string; quote: string } | undefined {
  const read = readTime(letter);
  const found = text.split("\n", 300).flatMap((line) => {
    const time = line.length < 60 ? read(line, 0) : null;
    return time?.end === line.length ? [{ value: time.value, quote: line.slice(time.start ?? 0) }] : [];
  });
  const [only] = found;
  return found.length === 1 && only && Date.parse(`${only.value}Z`) > letter.sentAt.getTime() ? only : undefined;
}

function addStart(context: Context): void {
  const { letter } = context;
  context.add(
    "startAt",
    context.labelled.find({ labels: startAt, read: readTime(letter), isLoose: true, unless: early }),
  );
  if (context.has("startAt")) return;
  const date = context.labelled.find({ labels: day, read: readDay(letter) });
  const time = context.labelled.find({ labels: clock, read: readClock, isLoose: true, unless: early });
  if (!date) context.add("startAt", loneTime(context));
  if (date && time) context.add("startAt", { value: `${date.value}T${time.value}`, quote: date.quote });
}

/** "Партер, ряд 5, место 12", "Section 104, Row C, Seats 8 and 9", a line or a sentence of its own, the only one. */
const seatLine =
  /(?:^|\n|[.!] )((?:(?:сектор|партер|балкон|ложа|амфитеатр|бельэтаж|ряд|section|block|row|stalls|circle|balcony)[^\n.]{0,40}[ ,])(?:мест[оа]|seats?) ?\w{1,4}(?:(?:[,–-] ?| и | and )\w{1,4})?)(?=\.?(?:\n|$))/giu;

function loneSeat({ text }: Context): { value: string; quote: string } | undefined {
  const [first, ...more] = text.matchAll(seatLine);
  return first && more.length === 0 ? { value: first[1]!, quote: first[1]! } : undefined;
}

/** A day with its time in a sentence, the only one of the letter; not of what may be returned until then. */
function onlyTime({ text, letter }: Context): { value: string; quote: string } | undefined {
  const read = readTime({ ...letter, today: null });
  const times = new Map<string, string>();
  for (const line of text.slice(0, MAX_SENTENCES).split("\n")) {
    let from = 0;
    for (const { index } of line.matchAll(/(?<![\p{L}\d.:/-])[\d\p{L}]/gu)) {
      const time = index < from ? null : read(line, index);
      if (!time) continue;
      from = time.end;
      if (!(Date.parse(`${time.value}Z`) > letter.sentAt.getTime())) continue;
      if (until.test(line)) return undefined;
      times.set(time.value, line.slice(time.start ?? index, time.end));
    }
  }
  const [only] = times;
  return only && times.size === 1 ? { value: only[0], quote: only[1] } : undefined;
}
const MAX_SENTENCES = 6_000;
const until =
  /возврат|вернуть|отмен|сдать|действ|до конца|refund|return|cancel|exchange|valid|until|expire|doors|before|двери/iu;

export function ticketWords(letter: Wording): TextField[] {
  const context = new Context(letter, known);
  addEvent(context);
  addStart(context);
  context.read({
    place: { labels: place, read: readSpot },
    seat: { labels: seat, read: readSeat, unless: counted },
    number: { labels: number, read: readNumber, isLoose: true },
  });
  context.add("place", context.labelled.find({ labels: pin, read: readName, isLoose: true }));
  context.add("place", context.labelled.find({ labels: spot, read: readSpot }));
  context.add("seat", loneSeat(context));
  if (!context.has("startAt") && context.has("number")) context.add("startAt", onlyTime(context));
  return context.has("startAt") && (context.has("event") || context.has("number"))
    ? [...context.fields, ...context.cancelled]
    : [];
}
