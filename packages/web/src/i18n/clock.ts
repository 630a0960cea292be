/** Dates that stay true while the page stands open: at midnight, and when 24 hours are over. */
import { useCallback, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

const minute = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  timer = undefined;
  listeners.forEach((listener) => listener());
  if (listeners.size > 0) wait();
}

/** To the next full minute: that is where the texts change. */
function wait(): void {
  timer ??= setTimeout(tick, minute - (Date.now() % minute) + 10);
}

/** Timers of a tab that is out of sight, or of a computer that sleeps, come late. */
function seen(): void {
  if (document.visibilityState === "visible") listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener("visibilitychange", seen);
  listeners.add(listener);
  wait();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", seen);
  };
}

/**
 * A date as text, in the present language. What shows it is drawn again only when the text changes.
 * @param format `shortDate` or `letterDate`
 */
export function useDateText(date: Date, format: (date: Date) => string): string {
  // The language counts too.
  useTranslation();
  return useRunningDateText(date, format);
}

/** The same for components that render again when the language changes. */
export function useRunningDateText(date: Date, format: (date: Date) => string): string {
  const time = date.getTime();
  const read = useCallback(() => format(new Date(time)), [format, time]);
  return useSyncExternalStore(subscribe, read, read);
}
