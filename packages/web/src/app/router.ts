/** Starts React Router's data router, and tells the rest of the client where it goes. */
import { createBrowserRouter, createPath, type RouteObject, type To } from "react-router";
import { cancelPendingNavigation } from "../mail-ui/use-navigate-when-loaded.ts";
import { setView } from "../store/index.ts";
import { inShownAccount } from "../store/session/shown-account.ts";

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** Links and navigations stay in the account of the address, unless they name another. */
function keepAccount(router: AppRouter): void {
  const { navigate, createHref } = router;
  const go = navigate as (to: unknown, options?: object) => Promise<void>;
  router.createHref = (location) => inShownAccount(createHref(location));
  router.navigate = async (to: To | number | null, options?: object) =>
    go(typeof to === "number" || !to ? to : inShownAccount(typeof to === "string" ? to : createPath(to)), options);
}

let started: AppRouter | undefined;

/** The router of the page. */
export const startedRouter = (): AppRouter | undefined => started;

export function startRouter(routes: RouteObject[]): AppRouter {
  const router = createBrowserRouter(routes);
  started = router;
  keepAccount(router);
  let target = router.state.location.pathname;
  router.subscribe(({ location, navigation }) => {
    const { pathname } = navigation.location ?? location;
    if (pathname !== target) cancelPendingNavigation();
    target = pathname;
    setView({ isLoading: navigation.state !== "idle" });
  });
  return router;
}

/** Resolves when the code of the first page is there, or failed to load. */
export async function whenRouted(router: AppRouter): Promise<void> {
  if (router.state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/**
 * Where a form was sent to this page the router gets it too, and has its own 405 for it. Browsers that do not tell the
 * status show the page as if it had been opened.
 */
export function passOnForm(router: AppRouter): void {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.responseStatus !== 405) return;
  const { pathname, search } = window.location;
  void router.navigate(pathname + search, { formMethod: "post", formData: new FormData(), replace: true });
}
