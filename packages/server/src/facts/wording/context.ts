/** What the rules of one kind read, and what they found. */
import type { FactFieldName } from "@pismo/jmap";
import type { Link, Page } from "../page/visible.ts";
import type { Written } from "../values/dates.ts";
import { LabelledText, type Labels, type Reading, type Rule } from "./labels.ts";

export interface TextField {
  name: FactFieldName;
  value: string;
  quote: string | null;
}

export interface Wording extends Written {
  page: Page;
  subject: string;
  fromName: string;
}

/** Names that say what a sender does, not who it is. */
const roles =
  /(?:^|\s)(?:служба\p{L}*|доставк\p{L}*|поддержк\p{L}*|команд\p{L}*|рассылк\p{L}*|уведомлени\p{L}*|билет\p{L}*|касса|noreply|no-reply|security|support|team|billing|accounts?|notifications?|alerts?|orders?|customer (?:care|service)|info|events|tickets?)(?=\s|$)/giu;

/** Names that are of any shop or post office. */
const anyones =
  /(?:^|\s)(?:пункт\p{L}*|выдачи|самовывоза|при[её]ма|постамат\p{L}*|склад\p{L}*|отдел\p{L}*|заказ(?:ов|ы)?|продаж|(?:интернет|онлайн)-магазин\p{L}*|магазин\p{L}*|shop|store|online|web|returns?|shipping|dispatch|warehouse|pick-?up|point|locker|sales)(?=\s|$)/giu;

/** In the subject, so that it is what the letter is about. */
const calledOff =
  /(?<!\p{L})(?:cancell?ed|отмен[её]н[аоы]?|аннулирован[аоы]?)(?!\p{L})|cancellation (?:confirm|of your)|отмена (?:брони|бронирования|рейса|поездки|билетов?|мероприятия|концерта|спектакля)/iu;
/** A part of it may go on. */
const notAll = /(?<!\p{L})(?:not|isn['’]t|partly|partially|part of|не|частично|часть)(?!\p{L})/iu;

export class Context {
  readonly letter: Wording;
  readonly labelled: LabelledText;
  readonly fields: TextField[] = [];

  constructor(letter: Wording, known: readonly Labels[]) {
    this.letter = letter;
    this.labelled = new LabelledText(letter.page.text, known);
  }

  get text(): string {
    return this.letter.page.text;
  }

  has(name: FactFieldName): boolean {
    return this.fields.some((field) => field.name === name);
  }

  add(name: FactFieldName, reading: (Pick<Reading, "value"> & { quote: string | null }) | undefined): void {
    if (reading && !this.has(name)) this.fields.push({ name, value: reading.value, quote: reading.quote });
  }

  /** Of a journey or an event whose letter says that it is off. */
  get cancelled(): TextField[] {
    const { subject } = this.letter;
    return calledOff.test(subject) && !notAll.test(subject) ? [{ name: "state", value: "cancelled", quote: null }] : [];
  }

  /** Each rule that finds something adds its field. */
  read(rules: Partial<Record<FactFieldName, Rule>>): void {
    for (const [name, rule] of Object.entries(rules)) this.add(name as FactFieldName, this.labelled.find(rule));
  }

  /** What the subject says. */
  inSubject(rule: Rule): { value: string; quote: string | null } | undefined {
    const reading = new LabelledText(this.letter.subject, []).find(rule);
    return reading && { value: reading.value, quote: null };
  }

  /**
   * The sender's name, where the letter says it too.
   * @param isEnough whether the name alone is certain
   */
  sender(isEnough = false): { value: string; quote: string | null } | undefined {
    const name = this.letter.fromName.replace(roles, " ").replace(/\s+/g, " ").trim();
    if (name.length < 3 || !/\p{L}{2}/u.test(name) || name.replace(anyones, "").trim() === "") return undefined;
    if (this.text.includes(name)) return { value: name, quote: name };
    return isEnough || this.letter.subject.includes(name) ? { value: name, quote: null } : undefined;
  }

  /** The one address of the links with such words, or behind such words in the same or the line before. */
  link(words: RegExp, before?: RegExp): { value: string; quote: string | null } | undefined {
    const found = this.letter.page.links.filter((link) => {
      if (!/^https?:\/\//i.test(link.href)) return false;
      const label = this.text.slice(link.start, link.end);
      return (
        words.test(label) || (before !== undefined && /^\s*https?:/.test(label) && before.test(this.#leading(link)))
      );
    });
    const [first] = found;
    if (!first || new Set(found.map(({ href }) => href)).size !== 1) return undefined;
    return { value: first.href, quote: this.text.slice(first.start, first.end).trim() || null };
  }

  /** Up to 120 characters before a link: its line and the one before. */
  #leading({ start }: Link): string {
    const lines = this.text
      .slice(Math.max(0, start - 120), start)
      .trimEnd()
      .split("\n");
    return lines.at(-1) ?? "";
  }
}
