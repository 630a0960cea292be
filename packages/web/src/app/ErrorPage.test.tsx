// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { NotFoundError } from "../ui/NotFoundError.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { routes as ownRoutes } from "./routes.tsx";

function Missing({ label = false }): never {
  throw new NotFoundError("/m99", label);
}

const routes: RouteObject[] = [
  {
    path: "/",
    errorElement: <ErrorPage />,
    children: [
      { path: "plain", element: <p>plain</p> },
      { path: "missing", element: <Missing />, errorElement: <ErrorPage isInShell /> },
    ],
  },
];

function open(path: string, all = routes) {
  const router = createMemoryRouter(all, { initialEntries: [path] });
  render(<RouterProvider router={router} useTransitions={false} />);
  return router;
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

test.each(["/a/b/c", "/email/e1/x", "/sign-in/unknown"])("%s is no page", async (path) => {
  await changeLanguage("en");
  open(path, ownRoutes);
  expect(screen.getByText(`404 Not Found: No route matches URL "${path}"`)).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("a method without its handler has the router's 405 message", async () => {
  await changeLanguage("en");
  const router = open("/plain");
  await act(() => router.navigate("/plain", { formMethod: "post", formData: new FormData() }));
  expect(screen.getByRole("heading", { name: "Method not allowed" })).toBeTruthy();
  expect(screen.getByText(/^405 Method Not Allowed: You made a POST request to "\/plain" but/)).toBeTruthy();
});

test("a label that is not there is called a label, in both languages, with a way home", async () => {
  await changeLanguage("en");
  const element = <Missing label />;
  open("/all?label=l99", [{ path: "/:folder", element, errorElement: <ErrorPage isInShell /> }]);
  expect(screen.getByRole("heading", { name: "Label not found" })).toBeTruthy();
  expect(screen.getByText(/There is no such label/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "To the inbox" })).toBeTruthy();
  await act(() => changeLanguage("ru"));
  expect(screen.getByRole("heading", { name: "Метка не найдена" })).toBeTruthy();
});

test("what a page does not find is a 404 too", async () => {
  await changeLanguage("en");
  open("/missing");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByText('404 Not Found: Nothing found at "/m99"')).toBeTruthy();
});
