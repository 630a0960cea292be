/** The addresses of the product: each is shareable and survives a reload. */
import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { replace, type RouteObject } from "react-router";
import { namingAccount } from "../store/session/account-address.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { loadEmailPage, loadListPage } from "./on-demand.ts";
import { Shell } from "./Shell.tsx";
import { onDemand } from "../ui/lazy/fetch-code.ts";

const loadLatePages = onDemand(() => import("./late-pages.ts"));

const late = (page: keyof Awaited<ReturnType<typeof loadLatePages>>["latePages"]) => ({
  lazy: async () => ({ Component: await (await loadLatePages()).latePages[page]() }),
});

const ofAllAccounts = (url: string): string => `?${namingAccount(new URL(url).searchParams, ALL_ACCOUNTS_ID)}`;

export const routes: RouteObject[] = [
  {
    path: "/sign-in",
    errorElement: <ErrorPage />,
    // The page stays empty until its code is there.
    hydrateFallbackElement: <></>,
    children: [
      { index: true, ...late("signIn") },
      { path: "provider", ...late("providerAnswer") },
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
          { path: "outbox", ...late("outbox") },
          { path: "scheduled", ...late("scheduled") },
          { path: "snoozed", ...late("snoozed") },
          { path: "files", ...late("files") },
          { path: "newsletters", ...late("newsletters") },
          { path: "contacts/:cardId?", ...late("contacts") },
          {
            path: "accounts/:folder",
            loader: ({ params: { folder }, request }) => replace(`/${folder}${ofAllAccounts(request.url)}`),
          },
          { path: "settings", loader: ({ request }) => replace(`/settings/reading${new URL(request.url).search}`) },
          { path: "settings/:page", ...late("settings") },
          { path: ":folder", lazy: async () => ({ Component: (await loadListPage()).EmailListPage }) },
          { path: "email/:emailId", lazy: async () => ({ Component: (await loadEmailPage()).EmailPage }) },
        ],
      },
    ],
  },
];
