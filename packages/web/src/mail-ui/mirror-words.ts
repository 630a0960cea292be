/** A mirror's state in words. Pure but for the language. */
import type { MirrorStatus } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { shortDate } from "../i18n/dates.ts";
import { formatNumber } from "../i18n/numbers.ts";
import { visibleText } from "../ui/visible-text.ts";

const minute = 60;
const hour = 60 * minute;

function timeLeft(seconds: number, t: TFunction): string {
  if (seconds < minute) return t("mirror.left.moment");
  if (seconds < 90 * minute) return t("mirror.left.minutes", { count: Math.round(seconds / minute) });
  return t("mirror.left.hours", { count: Math.round(seconds / hour) });
}

/** Whether Emails are still being fetched, and not only searched for. */
const isFetching = ({ state, emailsDone, emailsTotal }: MirrorStatus): boolean =>
  state === "syncing" && emailsDone < emailsTotal;

/** One line. */
export function stateText(status: MirrorStatus, t: TFunction): string {
  const { state, since, emailsDone, emailsTotal, secondsLeft } = status;
  if (state === "offline") return t("mirror.offline", { since: shortDate(new Date(since)) });
  if (!isFetching(status)) return t(`mirror.${state}`);
  const [done, total] = [formatNumber(emailsDone), formatNumber(emailsTotal)];
  const progress = t("mirror.progress", { done, total });
  return secondsLeft === null ? progress : `${progress}, ${timeLeft(secondsLeft, t)}`;
}

/**
 * The bar above the list.
 * @param isComing many Emails are still on the server
 * @returns undefined where there is nothing to say
 */
export function barText(status: MirrorStatus, isComing: boolean, t: TFunction): string | undefined {
  const { state, emailsDone, emailsTotal } = status;
  // The number of messages on the server is not known yet.
  const isFirstLook = emailsTotal === 0 && (state === "connecting" || state === "syncing");
  if (!isComing) return isFirstLook ? stateText(status, t) : undefined;
  const counts = { done: formatNumber(emailsDone), total: formatNumber(emailsTotal) };
  if (state === "syncing" || state === "connecting") return `${t("mirror.progress", counts)}. ${t("mirror.usable")}`;
  if (state === "upToDate") return undefined;
  return `${stateText(status, t)}. ${t("mirror.partly", counts)} ${t("mirror.usable")}`;
}

/** What else there is to say about it, a line each. */
export function moreLines(status: MirrorStatus, t: TFunction): string[] {
  const { problem, waiting, waitsFor, emailsKnown, emailsWhole } = status;
  const lines = problem ? [t(`mirror.problem.${problem.type}`)] : [];
  // While headers come, that is enough to say.
  if (emailsWhole < emailsKnown && !isFetching(status)) {
    const [here, total] = [formatNumber(emailsWhole), formatNumber(emailsKnown)];
    lines.push(t("mirror.whole", { count: emailsKnown, here, total }));
  }
  if (waiting > 0 && (problem || waitsFor)) {
    const count = t("mirror.waiting", { count: waiting });
    lines.push(waitsFor ? `${count}: ${reasonText(waitsFor, t)}` : count);
  }
  return lines;
}

export const reasonText = (
  { reason, detail }: { reason: NonNullable<MirrorStatus["waitsFor"]>["reason"]; detail: string },
  t: TFunction,
): string => t(`mirror.reason.${reason}`, { detail: visibleText(detail) });

/** Short interruptions end by themselves. */
const LONG_OFFLINE_MS = 10 * 60_000;

/** Whether the person has to do something, or should know. */
export function troubleOf({ state, since }: MirrorStatus, now: number): "needsSignIn" | "longOffline" | undefined {
  if (state === "signIn") return "needsSignIn";
  return state === "offline" && now - Date.parse(since) > LONG_OFFLINE_MS ? "longOffline" : undefined;
}
