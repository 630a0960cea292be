/** "Today" and "tomorrow", counted from the day of the letter, where nothing around them makes them uncertain. Pure. */
import { type Found, matchAt } from "./found.ts";

const word = /(?:today|tomorrow|сегодня|завтра|послезавтра)(?![\p{L}\p{N}-])/iuy;
const words = /(?<![\p{L}\p{N}-])(?:today|tomorrow|tonight|yesterday|сегодня|завтра|послезавтра|вчера)(?!\p{L})/giu;
const days: Readonly<Record<string, number>> = { today: 0, сегодня: 0, tomorrow: 1, завтра: 1, послезавтра: 2 };

/** What may stand between a label and the day. */
const lead =
  /(?:^| )(?:by|until|on|before|no later than|end of|the|к|до|на|не позднее|не позже|до конца)(?: (?:the|end of))?$/iu;
/** Right before it: a label with its mark, or a word that says that this is the day. */
const certain =
  /(?:^|[:：—–|]|(?<!\p{L})(?:arriv(?:es?|ing)|deliver(?:ing|ed)|out for delivery|with you|expected|scheduled|due|paid?|pay|debited|depart(?:s|ing)|leav(?:es?|ing)|takes place|starts?|begins?|(?:доставим|доставят|привез[её]м|привезут|прибудет|при(?:едет|дёт)|доставлен[аы]?|ожидайте|ждите|получите|опла(?:тите|тить|ты)|внесите)(?: \p{L}{2,12}){0,2}|отправл(?:ение|яется)|вылет(?:ает)?|состоится|начн[её]тся|начало))$/iu;
/** A sentence with these tells of what may be, or of what others may have. */
const doubtful =
  /(?<!\p{L})(?:if|when|once|unless|whether|or|not|\p{L}+n['’]t|free|order (?:now|by|before|within)|offers?|sale|deals?|save|only|ends?|may|might|could|если|когда|как только|при (?:заказе|оплате|покупке)|закажите|успейте|или|либо|не|бесплатн\p{L}+|скидк\p{L}+|акци\p{L}+|только|может|могут)(?![\p{L}]| ?[:：])/iu;

/** The sentence around an offset, in its line. */
function sentenceAt(text: string, at: number): { start: number; words: string } {
  const before = text.slice(Math.max(0, at - 200), at);
  const start = at - before.length + Math.max(before.lastIndexOf("\n") + 1, before.search(/[^.!?]*$/u));
  const [rest = ""] = /^[^\n!?]{0,200}?(?=[.!?](?:\s|$)|\n|$)/u.exec(text.slice(at)) ?? [];
  return { start, words: text.slice(start, at) + rest };
}

/** @param today the letter's day; null where that is not certain */
export function relativeDay(text: string, at: number, today: string | null): Found | null {
  const found = today === null ? null : matchAt(word, text, at);
  if (!found || today === null) return null;
  const { start, words: sentence } = sentenceAt(text, at);
  const before = text.slice(start, at).trimEnd().replace(lead, "").trimEnd();
  const spoken = sentence.replace(/no later than|не позднее|не позже/giu, "");
  if (!certain.test(before) || doubtful.test(spoken) || (sentence.match(words)?.length ?? 0) !== 1) return null;
  const end = at + found[0].length;
  // "Today or Friday", "tomorrow–Saturday".
  if (
    /^ ?(?:[-–—/]|(?:to|or|and|и|или|по) )/iu.test(text.slice(end, end + 6)) &&
    !/^ ?[–—-] ?\d/u.test(text.slice(end, end + 6))
  )
    return null;
  const day = new Date(Date.parse(today) + days[found[0].toLowerCase()]! * 86_400_000);
  return { value: day.toISOString().slice(0, 10), end };
}
