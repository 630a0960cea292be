/** The first code of a page: draws what is known of it, lets the browser paint that, and only then has the client loaded. */
import "./app/global.css";
import "./app/print.css";
import { keepClick } from "./first-sight/early-click.ts";
import { type FirstSight, showFirstSight } from "./first-sight/index.tsx";
import { catalogues, storedLanguage } from "./i18n/languages.ts";
import { painted } from "./store/prefetch/painted.ts";

/** All at once what the client would else ask for one after the other. What fails here, it meets itself and says. */
function fetchClient(): void {
  const code = document.querySelector<HTMLTemplateElement>("template#client");
  if (code) document.head.append(code.content);
  catalogues[storedLanguage()]().catch(() => undefined);
}

async function loadClient(root: Element, sight: FirstSight): Promise<void> {
  const giveClick = sight === "none" ? () => undefined : keepClick(root);
  if (sight !== "none") await painted();
  fetchClient();
  try {
    const { show } = await import("./main.tsx");
    await show(root, sight, giveClick);
  } catch (error) {
    // A picture that nothing can follow would look like a page that hangs.
    if (sight !== "none") root.replaceChildren();
    throw error;
  }
}

const root = document.querySelector("#root");
if (root) void loadClient(root, showFirstSight(root));
