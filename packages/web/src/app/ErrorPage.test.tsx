// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Outlet, type RouteObject } from "react-router";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { NotFoundError } from "../ui/AddressError.ts";
import { PageErrors } from "./PageErrors.tsx";
import { Routed } from "./Routed.tsx";
import { noAction } from "./router-words.ts";
import { routes as ownRoutes } from "./routes.tsx";
import { ShownPage } from "./ShownPage.tsx";
import { createSteps } from "./steps.ts";

function Missing(): never {
  throw new NotFoundError("/m99");
}

const routes: RouteObject[] = [
  {
    element: (
      <PageErrors isInShell>
        <Outlet />
      </PageErrors>
    ),
    children: [
      {
        path: "missing",
        element: <ShownPage />,
        handle: { now: () => Missing, fetch: async () => Promise.resolve(Missing) },
      },
    ],
  },
  { path: "*", element: <ShownPage /> },
];

function open(path: string, refusal?: Error): void {
  window.history.replaceState(null, "", path);
  render(<Routed routes={routes} steps={createSteps(routes, refusal)} />);
}

afterEach(cleanup);

test("an unknown route has the router's 404 message and a way home, in both languages", async () => {
  await changeLanguage("en");
  open("/no/such/page");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByText('404 Not Found: No route matches URL "/no/such/page"')).toBeTruthy();
  expect(screen.getByRole("link", { name: "To the inbox" }).getAttribute("href")).toBe("/inbox?letters=all");
  await act(() => changeLanguage("ru"));
  expect(screen.getByRole("heading", { name: "Страница не найдена" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Во входящие" })).toBeTruthy();
});

test("a method without its handler has the router's 405 message", async () => {
  await changeLanguage("en");
  open("/inbox", noAction(ownRoutes, "/inbox"));
  expect(screen.getByRole("heading", { name: "Method not allowed" })).toBeTruthy();
  expect(screen.getByText(/^405 Method Not Allowed: You made a POST request to "\/inbox" but/)).toBeTruthy();
});

test("what a page does not find is a 404 too", async () => {
  await changeLanguage("en");
  open("/missing");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByText('404 Not Found: Nothing found at "/m99"')).toBeTruthy();
});
