/** The addresses of the product: each is shareable and survives a reload. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { ErrorPage } from "./ErrorPage.tsx";
import { loadLetterPage, loadListPage } from "./on-demand.ts";
import { Shell } from "./Shell.tsx";

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
        lazy: { Component: async () => (await loadListPage()).EmailListPage },
        errorElement: <ErrorPage isInShell />,
      },
      {
        path: "email/:emailId",
        lazy: { Component: async () => (await loadLetterPage()).EmailPage },
        errorElement: <ErrorPage isInShell />,
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
