/** Navigations from what is open over the page (ui/history/back-closes.ts): they leave no entry behind for which nothing is open. */
import { isEntryCurrent, isEntryLeaving, leaveEntry, settleSoon } from "../ui/history/back-closes.ts";
import type { AppRouter } from "./router.ts";

export function navigateOverEntry(router: AppRouter): void {
  const go = router.navigate as (to: unknown, options?: object) => Promise<void>;
  router.navigate = async (to: unknown, options?: object) => {
    // Only then: a page that was shown before is rendered before this returns.
    if (isEntryLeaving() || (isEntryCurrent() && typeof to === "number")) await leaveEntry();
    const done = go(to, isEntryCurrent() ? { ...options, replace: true } : options);
    settleSoon();
    await done;
  };
}
