/** The addresses of the product: each is shareable and survives a reload. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { ErrorPage } from "./ErrorPage.tsx";
import { Shell } from "./Shell.tsx";

const list = () => import("../features/email-list/EmailListPage.tsx");
const letter = () => import("../features/email-view/EmailPage.tsx");

export const routes: RouteObject[] = [
  {
    path: "/",
    element: <Shell />,
    // Unknown addresses have no shell around them: nobody knows what they belong to.
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Shell />,
    children: [
      { index: true, loader: () => redirect("/inbox?letters=all") },
      {
        path: ":folder",
        lazy: { Component: async () => (await list()).EmailListPage },
        errorElement: <ErrorPage isInShell />,
      },
      {
        path: "email/:emailId",
        lazy: { Component: async () => (await letter()).EmailPage },
        errorElement: <ErrorPage isInShell />,
      },
    ],
  },
];

export const router = createBrowserRouter(routes);

/** The other page's code, fetched while nothing else is to do, so that the first click does not wait for it. */
export function prefetchPages(): void {
  void list().catch(() => undefined);
  void letter().catch(() => undefined);
}
