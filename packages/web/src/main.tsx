/** Starts the client: the page renders while the session is fetched. */
import { StrictMode, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { RouterProvider } from "react-router/dom";
import { loadFollowing, prefetchCode, resumeUnsent } from "./app/on-demand.ts";
import { type AppRouter, passOnForm, startRouter, whenRouted } from "./app/router.ts";
import { routes } from "./app/routes.tsx";
import { ignoreSecondClicks } from "./app/second-clicks.ts";
import tabIcon from "./app/tab-icon.png";
import type { InitialRender } from "./initial-render/index.tsx";
import { prepareHydration } from "./initial-render/prepare-hydration.ts";
import { firstTexts, i18n } from "./i18n/index.ts";
import { afterPaint, openCompose, restorePage, startSession, takeAskingLink, takeMailLink } from "./store/index.ts";
import { RecordsProvider } from "./store/records/records.ts";

async function start(router: AppRouter): Promise<void> {
  const href = takeMailLink();
  takeAskingLink();
  await startSession();
  // Without it the page shows what is there: each failure to fetch it waits for the server.
  loadFollowing().then(
    (following) => following.follow(router),
    () => undefined,
  );
  await resumeUnsent();
  if (href !== undefined) openCompose({ kind: "link", href });
}

/**
 * The icon of the tab (tab-icon.svg in 64 by 64 px). A page that names it from the start has the browser render it before the
 * first frame, and an SVG again after each navigation.
 */
function showTabIcon(): void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", tabIcon);
}

/** Calls back when what is around it is in the page. */
function Mounted({ onMount }: { onMount: () => void }): null {
  useEffect(onMount, [onMount]);
  return null;
}

/**
 * @param initial what `root` holds until all that it shows can be hydrated, or replaced at once
 * @param onUsable the page can be used
 */
export async function show(root: Element, initial: InitialRender, onUsable: () => void): Promise<void> {
  const router = startRouter(routes);
  passOnForm(router);
  restorePage();
  ignoreSecondClicks();
  void start(router);
  await firstTexts;
  if (initial !== "none") await whenRouted(router);
  const makeUsable = initial === "hydratable" ? prepareHydration(root) : () => undefined;
  const mount = (): void => {
    makeUsable();
    onUsable();
  };
  const page = (
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        {/* React renders a transition in pieces, when it is idle: a click has to be answered in the next frame. */}
        <RecordsProvider>
          <RouterProvider router={router} useTransitions={false} />
        </RecordsProvider>
        <Mounted onMount={mount} />
      </I18nextProvider>
    </StrictMode>
  );
  if (initial === "hydratable") {
    // React reports each placeholder, and what has changed since the initial render: it renders those parts itself.
    hydrateRoot(root, page, { onRecoverableError: () => undefined });
  } else createRoot(root).render(page);
  afterPaint(showTabIcon);
  // After the first page.
  setTimeout(prefetchCode, 2000);
}
