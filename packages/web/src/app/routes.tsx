/** The addresses of the product: each is shareable and survives a reload. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { ErrorPage } from "./ErrorPage.tsx";
import { loadLetterPage, loadListPage, loadOutboxPage, loadProviderAnswer, loadSignInPage } from "./on-demand.ts";
import { Shell } from "./Shell.tsx";

export const routes: RouteObject[] = [
  {
    path: "/sign-in",
    errorElement: <ErrorPage />,
    children: [
      { index: true, lazy: async () => ({ Component: (await loadSignInPage()).SignInPage }) },
      { path: "provider", lazy: async () => ({ Component: (await loadProviderAnswer()).ProviderAnswerPage }) },
    ],
  },
  {
    path: "/",
    element: <Shell />,
    // Unknown addresses have no shell around them: nobody knows what they belong to.
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Shell />,
    children: [
      { index: true, loader: () => redirect("/inbox?letters=all") },
      {
        // Around the pages, not on them: React Router does not render a lazy route that failed to load, its error neither.
        errorElement: <ErrorPage isInShell />,
        children: [
          { path: "outbox", lazy: async () => ({ Component: (await loadOutboxPage()).OutboxPage }) },
          { path: ":folder", lazy: async () => ({ Component: (await loadListPage()).EmailListPage }) },
          { path: "email/:emailId", lazy: async () => ({ Component: (await loadLetterPage()).EmailPage }) },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes);

/** Resolves when the code of the page in the address is there, or it is known that it will not come. */
export function whenRouted(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
    return undefined;
  });
}

/** Browsers that do not tell the status show the page as if it had been opened. */
function wasMethodRefused(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.responseStatus === 405;
}

// Somebody sent a form to this page. The router gets to see it too, and answers with its own 405.
if (wasMethodRefused()) {
  const { pathname, search } = window.location;
  void router.navigate(pathname + search, { formMethod: "post", formData: new FormData(), replace: true });
}
