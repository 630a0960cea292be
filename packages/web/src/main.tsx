/** Starts the client: the page is drawn while the session is fetched. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { App } from "./app/App.tsx";
import { prefetchCode, resumeUnsent } from "./app/on-demand.ts";
import { dropSecondClicks } from "./app/second-clicks.ts";
import { firstTexts, i18n } from "./i18n/index.ts";
import { restorePage, startPush, startSession } from "./store/index.ts";

async function start(): Promise<void> {
  await startSession();
  startPush();
  await resumeUnsent();
}

async function show(root: Element): Promise<void> {
  restorePage();
  dropSecondClicks();
  void start();
  await firstTexts;
  createRoot(root).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <App />
      </I18nextProvider>
    </StrictMode>,
  );
  // When the first page stands.
  setTimeout(prefetchCode, 2000);
}

const root = document.querySelector("#root");
if (root) void show(root);
