/** The addresses of the product: each is shareable and survives a reload. */
import type { ComponentType } from "react";
import { Outlet, type RouteObject } from "react-router";
import {
  loadLetterPage,
  loadListPage,
  loadOutboxPage,
  loadProviderAnswer,
  loadSignInPage,
  type OnDemand,
} from "./on-demand.ts";
import { PageErrors } from "./PageErrors.tsx";
import { Shell } from "./Shell.tsx";
import { ShownPage } from "./ShownPage.tsx";
import type { RouteHandle } from "./steps.ts";

/** @param pick the page in its code */
const page = <T,>(load: OnDemand<T>, pick: (code: T) => ComponentType) => ({
  element: <ShownPage />,
  handle: {
    now: () => load.now && pick(load.now),
    fetch: async () => pick(await load()),
  } satisfies RouteHandle,
});

export const routes: RouteObject[] = [
  {
    path: "/sign-in",
    children: [
      { index: true, ...page(loadSignInPage, ({ SignInPage }) => SignInPage) },
      { path: "provider", ...page(loadProviderAnswer, ({ ProviderAnswerPage }) => ProviderAnswerPage) },
    ],
  },
  {
    path: "/",
    element: <Shell />,
    children: [
      { index: true, element: <ShownPage />, handle: { leadsTo: "/inbox?letters=all" } satisfies RouteHandle },
      {
        element: (
          <PageErrors isInShell>
            <Outlet />
          </PageErrors>
        ),
        children: [
          { path: "outbox", ...page(loadOutboxPage, ({ OutboxPage }) => OutboxPage) },
          { path: ":folder", ...page(loadListPage, ({ EmailListPage }) => EmailListPage) },
          { path: "email/:emailId", ...page(loadLetterPage, ({ EmailPage }) => EmailPage) },
        ],
      },
    ],
  },
  // Unknown addresses have no shell around them: nobody knows what they belong to.
  { path: "*", element: <ShownPage /> },
];
