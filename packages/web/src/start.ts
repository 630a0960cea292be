/** The first code of a page: renders what is known of it, lets the browser paint that, and only then loads the client. */
import "./app/global.css";
import "./app/print.css";
import { type InitialRender, renderInitially } from "./initial-render/index.tsx";
import { recordClick } from "./initial-render/replay-click.ts";
import { catalogues, storedLanguage } from "./i18n/languages.ts";
import { painted } from "./store/prefetch/painted.ts";

/** Fetches at once what the client would else request piece by piece. A failure here is met again, and shown, there. */
function fetchClient(): void {
  const code = document.querySelector<HTMLTemplateElement>("template#client");
  if (code) document.head.append(code.content);
  catalogues[storedLanguage()]().catch(() => undefined);
}

async function loadClient(root: Element, initial: InitialRender): Promise<void> {
  const replayClick = initial === "none" ? () => undefined : recordClick(root);
  if (initial !== "none") await painted();
  fetchClient();
  try {
    const { show } = await import("./main.tsx");
    await show(root, initial, replayClick);
  } catch (error) {
    // An initial render that nothing follows would look like a page that hangs.
    if (initial !== "none") root.replaceChildren();
    throw error;
  }
}

const root = document.querySelector("#root");
if (root) void loadClient(root, renderInitially(root));
