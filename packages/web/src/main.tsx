/** Starts the client: the page is drawn while the session is fetched. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { startPush, startSession } from "./store/index.ts";

async function start(): Promise<void> {
  await startSession();
  startPush();
}

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  void start();
}
