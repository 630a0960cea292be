/** When a letter came, and when it says that it was written. */
import { fullDate } from "../../../i18n/dates.ts";
import type { FullEmail } from "../../../store/index.ts";

/** Clocks differ, and mail takes its time. */
const APART_MS = 60_000;

/**
 * What stands of them among the recipients and on paper, with the keys of their labels. Rows of lists show when a
 * letter came, in whose order they are; its page, also folded in a conversation, its sent date.
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
