/** Dates of vCards (RFC 6350 §4.3.1; RFC 2426 writes ISO 8601) and of JSContact (RFC 9553 §2.8.1). Pure. */
import type { CardDate } from "../contacts/card.ts";
import { utcDateOf } from "../core/utc-date.ts";

const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** undefined: it is written in words. */
export function dateOf(text: string): CardDate | undefined {
  const [, year, month, day, time] =
    /^(\d{4}|--)-?(\d{2})?-?(\d{2})?(T.*)?$/.exec(text.replace(/^---(\d{2})$/, "")) ?? [];
  if (year === undefined) return undefined;
  const [y, m, d] = [year === "--" ? undefined : number(year), number(month), number(day)];
  if ((m !== undefined && (m < 1 || m > 12)) || (d !== undefined && (d < 1 || d > 31))) return undefined;
  if (y === undefined && (m === undefined || d === undefined)) return undefined;
  // A time of a birthday is midnight in some zone: the day is what was meant (RFC 9555 §2.4.1 keeps whole timestamps).
  const [, hour, minute, second, zone] =
    /^T(\d{2}):?(\d{2}):?(\d{2})(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)$/.exec(time ?? "") ?? [];
  if (zone !== undefined && `${hour}${minute}${second}` !== "000000" && y !== undefined) {
    const offset = zone === "Z" ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
    const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
    if (!Number.isNaN(at)) return { "@type": "Timestamp", utc: utcDateOf(at) };
  }
  return {
    ...(y !== undefined && { year: y }),
    ...(m !== undefined && { month: m }),
    ...(d !== undefined && { day: d }),
  };
}

/** Whether it says a time that a CardDate has no place for: without its zone, or of a day without its year. */
export const hasOtherTime = (text: string): boolean =>
  /T(?!00(?::?00){0,2}(?:\.0+)?(?:Z|[+-][\d:]+)?$)/.test(text) && dateOf(text)?.utc === undefined;

const digits = (value: number, length: number): string => String(value).padStart(length, "0");

/** In the basic format of vCard 4.0. */
export function dateText({ utc, year, month, day }: CardDate): string {
  if (utc !== undefined) return utc.replaceAll(/[-:]|\.\d+/g, "");
  if (year === undefined) return `--${digits(month ?? 1, 2)}${day === undefined ? "" : digits(day, 2)}`;
  if (month === undefined) return digits(year, 4);
  return day === undefined
    ? `${digits(year, 4)}-${digits(month, 2)}`
    : `${digits(year, 4)}${digits(month, 2)}${digits(day, 2)}`;
}
