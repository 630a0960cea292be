/** Starts the client: the page is drawn while the session is fetched. */
import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { RouterProvider } from "react-router/dom";
import { prefetchCode, resumeUnsent } from "./app/on-demand.ts";
import { passOnForm, startRouter, whenRouted } from "./app/router.ts";
import { routes } from "./app/routes.tsx";
import { dropSecondClicks } from "./app/second-clicks.ts";
import { showTabIcon } from "./app/tab-icon.ts";
import type { FirstSight } from "./first-sight/index.tsx";
import { takeOver } from "./first-sight/take-over.ts";
import { firstTexts, i18n } from "./i18n/index.ts";
import {
  afterPaint,
  openCompose,
  restorePage,
  startPush,
  startSession,
  takeAskingLink,
  takeMailLink,
} from "./store/index.ts";

async function start(): Promise<void> {
  const href = takeMailLink();
  takeAskingLink();
  await startSession();
  startPush();
  await resumeUnsent();
  if (href !== undefined) openCompose({ kind: "link", href });
}

/** Tells that what is around it stands. */
function Stands({ onStands }: { onStands: () => void }): null {
  useEffect(onStands, [onStands]);
  return null;
}

/**
 * @param sight what stands in `root` until all that it shows can take its place at once, or be taken over
 * @param onStands the page can be used
 */
export async function show(root: Element, sight: FirstSight, onStands: () => void): Promise<void> {
  const router = startRouter(routes);
  passOnForm(router);
  restorePage();
  dropSecondClicks();
  void start();
  await firstTexts;
  if (sight !== "none") await whenRouted(router);
  const page = (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        {/* React renders a transition in pieces, when it is idle: a click has to be answered in the next frame. */}
        <RouterProvider router={router} useTransitions={false} />
        <Stands onStands={onStands} />
      </I18nextProvider>
    </StrictMode>
  );
  if (sight === "markup") {
    takeOver(root);
    // Of the parts that are not taken over React says so, and where something has changed meanwhile: it is drawn anew.
    hydrateRoot(root, page, { onRecoverableError: () => undefined });
  } else createRoot(root).render(page);
  afterPaint(showTabIcon);
  // When the first page stands.
  setTimeout(prefetchCode, 2000);
}
