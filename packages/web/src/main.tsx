/** Starts the client: the page is drawn while the session is fetched. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { App } from "./app/App.tsx";
import { prefetchCode, resumeUnsent } from "./app/on-demand.ts";
import { whenRouted } from "./app/page-steps.ts";
import { dropSecondClicks } from "./app/second-clicks.ts";
import { showTabIcon } from "./app/tab-icon.ts";
import { firstTexts, i18n } from "./i18n/index.ts";
import {
  afterPaint,
  openCompose,
  openSocket,
  restorePage,
  startPush,
  startSession,
  takeMailLink,
} from "./store/index.ts";

async function start(): Promise<void> {
  const href = takeMailLink();
  await startSession();
  startPush();
  openSocket();
  await resumeUnsent();
  if (href !== undefined) openCompose({ kind: "link", href });
}

/** @param isDrawn a picture of the page stands in `root`: it stays until all that it shows can take its place at once */
export async function show(root: Element, isDrawn: boolean): Promise<void> {
  restorePage();
  dropSecondClicks();
  void start();
  await firstTexts;
  if (isDrawn) await whenRouted();
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <App />
      </I18nextProvider>
    </StrictMode>,
  );
  afterPaint(showTabIcon);
  // When the first page stands.
  setTimeout(prefetchCode, 2000);
}
