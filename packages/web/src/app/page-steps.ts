/** The steps of this page in the browser. */
import { noAction } from "./router-words.ts";
import { routes } from "./routes.tsx";
import { createSteps } from "./steps.ts";

/** Browsers that do not tell the status show the page as if it had been opened. */
function wasMethodRefused(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.responseStatus === 405;
}

// Somebody sent a form to this page.
export const steps = createSteps(routes, wasMethodRefused() ? noAction(routes, window.location.pathname) : undefined);

/** Resolves when the code of the page in the address is there, or it is known that it will not come. */
export function whenRouted(): Promise<void> {
  const { shown } = steps;
  return new Promise((resolve) => {
    const stop = shown.subscribe(look);
    function look(): void {
      const { Page, error } = shown.get();
      if (!Page && error === undefined) return;
      stop();
      resolve();
    }
    look();
  });
}
