/** The first code of a page: draws what is known of it, lets the browser paint that, and only then has the client loaded. */
import "./app/global.css";
import "./app/print.css";
import { keepClick } from "./first-sight/early-click.ts";
import { showFirstSight } from "./first-sight/index.ts";
import { painted } from "./store/painted.ts";

async function start(root: Element): Promise<void> {
  const isShown = await showFirstSight(root).catch(() => false);
  if (isShown) {
    keepClick(root);
    await painted();
  }
  try {
    const { show } = await import("./main.tsx");
    await show(root, isShown);
  } catch (error) {
    // A picture that nothing can follow would look like a page that hangs.
    if (isShown) root.replaceChildren();
    throw error;
  }
}

const root = document.querySelector("#root");
if (root) void start(root);
