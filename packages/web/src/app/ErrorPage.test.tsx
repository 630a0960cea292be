import { act, cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { NotFoundError } from "../ui/NotFoundError.ts";
import { ErrorPage } from "./ErrorPage.tsx";

function Missing(): never {
  throw new NotFoundError("/m99");
}

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        path: "/",
        errorElement: <ErrorPage />,
        children: [
          { path: "plain", element: <p>plain</p> },
          { path: "missing", element: <Missing />, errorElement: <ErrorPage isInShell /> },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
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

test("a method without its handler has the router's 405 message", async () => {
  await changeLanguage("en");
  const router = open("/plain");
  await act(() => router.navigate("/plain", { formMethod: "post", formData: new FormData() }));
  expect(screen.getByRole("heading", { name: "This cannot be asked here" })).toBeTruthy();
  expect(screen.getByText(/^405 Method Not Allowed/)).toBeTruthy();
});

test("what a page does not find is a 404 too", async () => {
  await changeLanguage("en");
  open("/missing");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeTruthy();
  expect(screen.getByText(/m99/)).toBeTruthy();
});
