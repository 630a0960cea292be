/** The addresses of the product: each is shareable and survives a reload. */
import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { replace, type RouteObject } from "react-router";
import { ErrorPage } from "./ErrorPage.tsx";
import {
  loadEmailPage,
  loadFilesPage,
  loadListPage,
  loadOutboxPages,
  loadProviderAnswer,
  loadSettingsPage,
  loadSignInPage,
} from "./on-demand.ts";
import { Shell } from "./Shell.tsx";

function ofAllAccounts(url: string): string {
  const { searchParams } = new URL(url);
  searchParams.set("account", ALL_ACCOUNTS_ID);
  return `?${searchParams}`;
}

export const routes: RouteObject[] = [
  {
    path: "/sign-in",
    errorElement: <ErrorPage />,
    // The page stays empty until its code is there.
    hydrateFallbackElement: <></>,
    children: [
      { index: true, lazy: async () => ({ Component: (await loadSignInPage()).SignInPage }) },
      { path: "provider", lazy: async () => ({ Component: (await loadProviderAnswer()).ProviderAnswerPage }) },
    ],
  },
  {
    path: "/",
    element: <Shell />,
    // An unknown address has no shell around it: it belongs to no account.
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Shell />,
    children: [
      { index: true, loader: () => replace("/inbox?letters=all") },
      {
        // On a route around the pages: a lazy route that failed to load is not rendered, nor is its own error element.
        errorElement: <ErrorPage isInShell />,
        children: [
          { path: "outbox", lazy: async () => ({ Component: (await loadOutboxPages()).OutboxPage }) },
          { path: "scheduled", lazy: async () => ({ Component: (await loadOutboxPages()).ScheduledPage }) },
          { path: "files", lazy: async () => ({ Component: (await loadFilesPage()).FilesPage }) },
          {
            path: "accounts/:folder",
            loader: ({ params: { folder }, request }) => replace(`/${folder}${ofAllAccounts(request.url)}`),
          },
          { path: "settings", loader: ({ request }) => replace(`/settings/reading${new URL(request.url).search}`) },
          { path: "settings/:page", lazy: async () => ({ Component: (await loadSettingsPage()).SettingsPage }) },
          { path: ":folder", lazy: async () => ({ Component: (await loadListPage()).EmailListPage }) },
          { path: "email/:emailId", lazy: async () => ({ Component: (await loadEmailPage()).EmailPage }) },
        ],
      },
    ],
  },
];
