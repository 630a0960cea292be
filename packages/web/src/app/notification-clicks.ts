/** What a page does where this browser shows notifications. */
import { findMailbox } from "../store/index.ts";
import { keepBrowser } from "../store/notifications/browser.ts";
import { realAccounts } from "../store/session/all-accounts.ts";
import { getAccounts } from "../store/session/session.ts";
import type { AppRouter } from "./router.ts";

/** An address of ours, from the service worker. */
const isAddress = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])/.test(value);

/** The badge counts the inboxes of all accounts, of which a page knows only the shown one. */
function showBadge(): void {
  const unread = findMailbox("inbox")?.unreadEmails;
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  if (unread === undefined || realAccounts(getAccounts()).length > 1) return;
  setAppBadge?.call(navigator, unread).catch(() => undefined);
}

/** Goes where a notification leads, when it is clicked, and keeps this browser's subscription going. */
export function followNotifications(router: AppRouter): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }: MessageEvent) => {
    const { open } = data as { open?: unknown };
    if (!isAddress(open)) return;
    port?.postMessage(true);
    void router.navigate(open);
  });
  document.addEventListener("visibilitychange", showBadge);
  keepBrowser().catch(() => undefined);
}
