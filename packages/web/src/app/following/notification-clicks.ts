/** What a page does where this browser shows notifications. */
import { showBadge } from "../../store/notifications/badge.ts";
import { keepBrowser } from "../../store/notifications/browser.ts";
import { closeOverlays } from "../../ui/history/close-overlays.ts";
import type { AppRouter } from "../router.ts";

/** An address of ours, from the service worker. */
const isAddress = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])/.test(value);

/** Goes where a notification leads, when it is clicked, and keeps this browser's subscription going. */
export function followNotifications(router: AppRouter): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }: MessageEvent) => {
    const { open } = data as { open?: unknown };
    if (!isAddress(open)) return;
    port?.postMessage(true);
    closeOverlays();
    void router.navigate(open);
  });
  document.addEventListener("visibilitychange", showBadge);
  keepBrowser().catch(() => undefined);
}
