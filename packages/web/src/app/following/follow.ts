/** What a page follows until it is left: the server, and where this browser shows them, notifications. */
import { startPush } from "../../store/sync/push.ts";
import { followOutboxNotices } from "./outbox-notices.ts";
import type { AppRouter } from "../router.ts";

export function follow(router: AppRouter): void {
  startPush();
  followOutboxNotices(router);
  // A service worker is there where notifications are on.
  if (navigator.serviceWorker?.controller)
    import("./notification-clicks.ts").then(
      ({ followNotifications }) => followNotifications(router),
      () => undefined,
    );
}
