/** When a letter came, and when it says that it was written. */
import { fullDate } from "../../../i18n/dates.ts";
import type { FullEmail } from "../../../store/index.ts";

/** Clocks differ, and mail takes its time. */
const APART_MS = 60_000;

/**
 * What stands of them among the recipients and on paper, with the keys of their labels. The letter itself shows when it came,
 * as its row and its line do: lists and conversations are in that order.
 */
export function datesInWords({
  sentAt,
  receivedAt,
}: Pick<FullEmail, "sentAt" | "receivedAt">): ["date" | "received", string][] {
  const came = new Date(receivedAt);
  const written = new Date(sentAt ?? receivedAt);
  const isApart = Math.abs(came.getTime() - written.getTime()) >= APART_MS;
  return [["date", fullDate(written)], ...(isApart ? [["received", fullDate(came)] as ["received", string]] : [])];
}
