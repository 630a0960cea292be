/** Code that is fetched when it is first wanted. */
export const loadListPage = () => import("../features/email-list/EmailListPage.tsx");
export const loadLetterPage = () => import("../features/email-view/EmailPage.tsx");
export const loadComposePopup = () => import("../features/compose/ComposePopup.tsx");

/** Fetches all of it, so that the first click does not wait. A failure is met again, and shown, when it matters. */
export function prefetchCode(): void {
  for (const load of [loadListPage, loadLetterPage, loadComposePopup]) load().catch(() => undefined);
}
