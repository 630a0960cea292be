/** The values that fill the slots of a layout: drawn from a hash of layout, variant and name, so that they stay the same. */
import { createHash } from "node:crypto";
import { lists } from "./words.ts";

export type Language = "ru" | "en";

/** Numbers that depend on the seed alone. */
function draws(seed: string): (below: number) => number {
  let count = 0;
  return (below) => {
    const digest = createHash("sha256").update(`${seed} ${count++}`).digest();
    return digest.readUInt32BE(0) % below;
  };
}

const two = (value: number): string => String(value).padStart(2, "0");
const monthNames = {
  ru: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
};
const longWeekdays = {
  ru: "воскресенье понедельник вторник среда четверг пятница суббота".split(" "),
  en: "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" "),
};
const weekdayNames = { ru: "вс пн вт ср чт пт сб".split(" "), en: "Sun Mon Tue Wed Thu Fri Sat".split(" ") };

const ordinal = (day: number): string => (day > 10 && day < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th"));

function dateText(date: Date, format: string, language: Language): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const [hours, minutes] = [date.getUTCHours(), two(date.getUTCMinutes())];
  const name = monthNames[language][month]!;
  const weekday = weekdayNames[language][date.getUTCDay()]!;
  const iso = `${year}-${two(month + 1)}-${two(day)}`;
  const texts: Record<string, string> = {
    dmy: `${two(day)}.${two(month + 1)}.${year}`,
    dMy: `${day} ${name} ${year}`,
    dM: `${day} ${name}`,
    Mdy: `${name} ${day}, ${year}`,
    dmony: `${day} ${name.slice(0, 3)} ${year}`,
    wdMy: `${weekday}, ${day} ${name} ${year}`,
    wdMd: `${weekday}, ${name} ${day}`,
    WdMy: `${longWeekdays[language][date.getUTCDay()]!}${language === "ru" ? "," : ""} ${day} ${name} ${year}`,
    WMdy: `${longWeekdays[language][date.getUTCDay()]!}, ${name} ${day}, ${year}`,
    dthMy: `${day}${ordinal(day)} ${name} ${year}`,
    hm: `${two(hours)}:${minutes}`,
    hmp: `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`,
    iso,
    isot: `${iso}T${two(hours)}:${minutes}`,
    ics: `${iso.replaceAll("-", "")}T${two(hours)}${minutes}00`,
  };
  const text = texts[format];
  if (text === undefined) throw new Error(`no date format "${format}"`);
  return text;
}

const grouped = (whole: number, separator: string): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, separator);

function sumText(cents: number, format: string): string {
  const whole = Math.floor(cents / 100);
  const rest = two(cents % 100);
  const english = `${grouped(whole, ",")}.${rest}`;
  const texts: Record<string, string> = {
    ru: `${grouped(whole, "\u00a0")},${rest} ₽`,
    ru0: `${grouped(whole, " ")} ₽`,
    "rub.": `${grouped(whole, " ")}.${rest} руб.`,
    us: `$${english}`,
    gb: `£${english}`,
    eu: `€${english}`,
    num: `${whole}.${rest}`,
    "USD ": `USD ${english}`,
    "GBP ": `GBP ${english}`,
    "р.": `${grouped(whole, " ")},${rest} р.`,
    рублей: `${grouped(whole, " ")} рублей`,
  };
  const text = texts[format];
  if (text === undefined) throw new Error(`no format of sums "${format}"`);
  return text;
}

const isDate = (name: string): boolean =>
  /At$|Day$|Until$/.test(name) || /^~(?:d|e|b|c|from|until|when|today2?)$/.test(name);
const isSum = (name: string): boolean => name.endsWith("um");
const sumFormats = new Set(["ru", "ru0", "rub.", "us", "gb", "eu", "num", "USD ", "GBP ", "р.", "рублей"]);
const dateFormats = /^(?:dmy|dMy|dM|Mdy|dmony|wdMy|wdMd|WdMy|WMdy|dthMy|hmp?|isot?|ics)$/;
const isWhole = (format: string): boolean => format === "ru0" || format === "рублей";
const hasTime = (format: string): boolean => /^(?:hmp?|isot|ics)$/.test(format);
const currencies: Readonly<Record<string, string>> = {
  us: "USD",
  gb: "GBP",
  eu: "EUR",
  ru: "RUB",
  ru0: "RUB",
  "rub.": "RUB",
  "USD ": "USD",
  "GBP ": "GBP",
  "р.": "RUB",
  рублей: "RUB",
};

export interface Slot {
  /** "from", "2.from", or "~n" for what is not labelled. */
  name: string;
  format: string;
}

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** One variant of a layout: what each slot shows, and what its field's value is. */
export class Filling {
  readonly sentAt: Date;
  readonly #seed: string;
  readonly #language: Language;
  readonly #formats = new Map<string, Set<string>>();
  readonly #currency: string | undefined;

  constructor(seed: string, language: Language, slots: readonly Slot[], currency: string | undefined) {
    this.#seed = seed;
    this.#language = language;
    this.#currency = currency;
    for (const { name, format } of slots) {
      this.#formats.set(name, (this.#formats.get(name) ?? new Set()).add(format));
    }
    this.sentAt = new Date(Date.UTC(2026, draws(`${seed} month`)(12), 1 + draws(`${seed} day`)(28), 9, 30));
  }

  #date(name: string): Date {
    const fact = /^\d\./.exec(name)?.[0] ?? "";
    const draw = draws(`${this.#seed} ${name}`);
    if (name === "~today" || name === "~today2") return this.sentAt;
    // Arrival follows departure, check-out check-in, the second journey the first.
    if (name.endsWith("arrivalAt"))
      return new Date(this.#date(`${fact}departureAt`).getTime() + (60 + draw(400)) * 60_000);
    if (name.endsWith("endAt")) return new Date(this.#date(`${fact}startAt`).getTime() + (1 + draw(9)) * 86_400_000);
    const days = (fact ? 35 : 0) + 3 + draw(30);
    return new Date(
      Math.floor(this.sentAt.getTime() / 86_400_000 + days) * 86_400_000 + (7 * 60 + draw(180) * 5) * 60_000,
    );
  }

  #cents(name: string): number {
    const draw = draws(`${this.#seed} ${name}`);
    const cents = 1_000 + draw(name.endsWith("discountSum") ? 90_000 : 5_000_000);
    return [...(this.#formats.get(name) ?? [])].some(isWhole) ? cents - (cents % 100) : cents;
  }

  #pattern(name: string, pattern: string): string {
    const draw = draws(`${this.#seed} ${name}`);
    let isFirst = true;
    return pattern.replace(/[#A]/g, (place) => {
      const digit = isFirst ? 1 + draw(9) : draw(10);
      isFirst = false;
      return place === "#" ? String(digit) : LETTERS[draw(LETTERS.length)]!;
    });
  }

  #pick(name: string, format: string): string {
    const { [format || name.replace(/^\d\.|^~/, "").replace(/\d$/, "")]: words } = lists[this.#language];
    if (!words) throw new Error(`no words for "${name}"`);
    const chosen = draws(`${this.#seed} ${name}`)(words.length);
    // A journey leads elsewhere.
    if (!name.endsWith("to") || format !== "") return words[chosen]!;
    const from = draws(`${this.#seed} ${name.replace(/to$/, "from")}`)(words.length);
    return words[chosen === from ? (chosen + 1) % words.length : chosen]!;
  }

  /** What stands in the letter. */
  text({ name, format }: Slot): string {
    if (name.endsWith("Url")) return `https://${this.#pick("~host", "")}/go?id=${this.#pattern(name, "A#A##A#A")}`;
    if (format === "iata") return lists.iata[this.text({ name, format: "" })] ?? "XXX";
    if (format === "shop" || format === "hotel" || format in lists[this.#language]) return this.#pick(name, format);
    if (sumFormats.has(format)) return sumText(this.#cents(name), format);
    if (dateFormats.test(format)) return dateText(this.#date(name), format, this.#language);
    return format === "" ? this.#pick(name, "") : this.#pattern(name, format);
  }

  /** What the field's value is, in the form of facts.ts. */
  value(name: string): string {
    const formats = [...(this.#formats.get(name) ?? [])];
    const bare = name.replace(/^\d\./, "");
    if (isSum(bare)) {
      const currency = this.#currency ?? formats.map((format) => currencies[format]).find(Boolean) ?? "RUB";
      return `${sumText(this.#cents(name), "num")} ${currency}`;
    }
    if (isDate(bare)) return dateText(this.#date(name), formats.some(hasTime) ? "isot" : "iso", this.#language);
    if (bare === "number") return this.text({ name, format: formats[0]! });
    return this.text({ name, format: formats.find((format) => format !== "iata") ?? "" });
  }
}
