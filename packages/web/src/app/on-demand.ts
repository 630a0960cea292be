/** Code that is fetched when it is first wanted. */
import { factParts } from "../features/email-view/facts/facts-on-demand.ts";
import { loadLanguages } from "../i18n/index.ts";
import { onReachable, whetherReachable } from "../store/index.ts";
import { onDemand, retryCodeWhen } from "../ui/lazy/fetch-code.ts";
import { loadPopups } from "../ui/lazy/popups.ts";

retryCodeWhen(async () => {
  if (await whetherReachable()) return false;
  await new Promise<void>((resolve) => {
    const forget = onReachable(() => {
      forget();
      resolve();
    });
  });
  return true;
});

export const loadListPage = onDemand(() => import("../features/email-list/EmailListPage.tsx"));
export const loadEmailPage = onDemand(() => import("../features/email-view/EmailPage.tsx"));
// Prefetched here; what renders them (lazyPart) waits for the server.
export const loadComposePopup = () => import("../features/compose/ComposePopup.tsx");
export const loadNavDrawer = () => import("./NavDrawer.tsx");
export const loadShortcutsDialog = () => import("./shortcuts/ShortcutsDialog.tsx");
export const loadEmailQuestion = () => import("./EmailQuestion.tsx");
export const loadFollowing = onDemand(() => import("./following/follow.ts"));
const loadWriting = onDemand(() => import("../store/drafts/writing.ts"));

/** Resumes the changes and messages that an earlier page has left unsent. */
export async function resumeUnsent(): Promise<void> {
  const { resumeAgain, resumeBulkEdits, resumeChanges, resumeUnsentEmails } = await loadWriting();
  await Promise.all([resumeChanges(), resumeBulkEdits(), resumeUnsentEmails(), resumeAgain()]);
}

const loadSenders = async (): Promise<void> => (await loadWriting()).prefetchIdentities();

/**
 * Prefetches code, so that the first click does not wait, and the identities, for a letter that is begun while the server is
 * away. What failed is fetched again, and its error shown, when it is needed.
 */
export function prefetchCode(): void {
  const pages = [loadListPage, loadEmailPage, loadComposePopup, loadNavDrawer, loadShortcutsDialog, loadEmailQuestion];
  const pieces: (() => Promise<unknown>)[] = [loadPopups, ...pages, factParts.load, loadLanguages, loadSenders];
  for (const load of pieces) load().catch(() => undefined);
}
