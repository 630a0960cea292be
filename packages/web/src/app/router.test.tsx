// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { Link, Outlet, replace, type RouteObject, useNavigate, useNavigationType } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { getView, setView } from "../store/index.ts";
import { ErrorPage } from "./ErrorPage.tsx";
import { type AppRouter, startRouter, whenRouted } from "./router.ts";

/** A page whose code comes, or fails to come, when the test says so. */
class Page {
  requests = 0;
  #isThere = false;
  #waiting: { resolve: (page: { Component: ComponentType }) => void; reject: (error: Error) => void }[] = [];
  readonly #Component: ComponentType;

  constructor(name: string, Component: ComponentType = () => <h1>{name}</h1>) {
    this.#Component = Component;
  }

  readonly lazy = async (): Promise<{ Component: ComponentType }> => {
    this.requests++;
    if (this.#isThere) return { Component: this.#Component };
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  };

  come(): this {
    this.#isThere = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve({ Component: this.#Component });
    return this;
  }

  fail(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new Error("no such file"));
  }
}

function Shell() {
  const navigate = useNavigate();
  return (
    <>
      <p>{useNavigationType()}</p>
      <Link to="/list">to the list</Link>
      <Link to="/email">to the email</Link>
      <button onClick={() => void navigate("/list", { flushSync: true })}>at once</button>
      <Outlet />
    </>
  );
}

let list: Page;
let email: Page;
let router: AppRouter;

async function open(path: string): Promise<void> {
  window.history.replaceState(null, "", path);
  const routes: RouteObject[] = [
    {
      path: "/",
      element: <Shell />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <Shell />,
      children: [
        { index: true, loader: () => replace("/list?letters=all") },
        {
          errorElement: <ErrorPage isInShell />,
          children: [
            { path: "list", lazy: list.lazy },
            { path: "email", lazy: email.lazy },
          ],
        },
      ],
    },
  ];
  router = startRouter(routes);
  // What is there is rendered.
  await act(async () => void render(<RouterProvider router={router} useTransitions={false} />));
}

const heading = (): string | null => screen.queryByRole("heading")?.textContent ?? null;
const here = (): string => window.location.pathname + window.location.search;
const follow = async (link: string): Promise<void> => act(async () => screen.getByRole("link", { name: link }).click());

beforeEach(async () => {
  await changeLanguage("en");
  list = new Page("list");
  email = new Page("email");
});

afterEach(() => {
  cleanup();
  router.dispose();
  setView({ isLoading: false });
});

test("the page before stays, with its address, until the code of the next one is there", async () => {
  list.come();
  await open("/list?letters=all");
  await follow("to the email");
  expect([heading(), here(), getView().isLoading]).toEqual(["list", "/list?letters=all", true]);
  await act(async () => void email.come());
  expect([heading(), here(), getView().isLoading]).toEqual(["email", "/email", false]);
});

test("the first page is awaited with the shell around its place and nothing said to be loading", async () => {
  await open("/list");
  expect([heading(), getView().isLoading]).toEqual([null, false]);
  const shell = screen.getByRole("link", { name: "to the email" });
  let isRouted = false;
  void whenRouted(router).then(() => (isRouted = true));
  await act(async () => Promise.resolve());
  expect(isRouted).toBe(false);
  await act(async () => void list.come());
  expect([heading(), isRouted]).toEqual(["list", true]);
  expect(screen.getByRole("link", { name: "to the email" })).toBe(shell);
});

test("a page that was shown before is rendered before the call that asks for it returns", async () => {
  list.come();
  email.come();
  await open("/list");
  await follow("to the email");
  // No `act`: it would wait for what is rendered later.
  screen.getByRole("button", { name: "at once" }).click();
  expect([heading(), here()]).toEqual(["list", "/list"]);
});

test("only the latest navigation leads anywhere", async () => {
  email.come();
  await open("/email");
  await follow("to the list");
  await follow("to the email");
  expect(getView().isLoading).toBe(false);
  await act(async () => void list.come());
  expect([heading(), here()]).toEqual(["email", "/email"]);
});

test("back and forward show what was left, and say that they are no new entries", async () => {
  list.come();
  email.come();
  await open("/list");
  await follow("to the email");
  expect(screen.getByText("PUSH")).toBeTruthy();
  act(() => window.history.back());
  await waitFor(() => expect(heading()).toBe("list"));
  expect(screen.getByText("POP")).toBeTruthy();
});

test("a page whose code fails to load renders the error page in the shell, and the next navigation fetches it again", async () => {
  list.come();
  await open("/list");
  await follow("to the email");
  await act(async () => email.fail());
  expect(here()).toBe("/email");
  expect(screen.getByText("no such file")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  await follow("to the list");
  expect(heading()).toBe("list");
  await follow("to the email");
  expect(email.requests).toBe(2);
  await act(async () => void email.come());
  expect(heading()).toBe("email");
});

test("what a page throws is shown in the shell until the next navigation", async () => {
  list.come();
  email = new Page("email", () => {
    throw new Error("cannot be rendered");
  }).come();
  await open("/email");
  expect(screen.getByText("cannot be rendered")).toBeTruthy();
  await follow("to the list");
  expect([heading(), screen.queryByText("cannot be rendered")]).toEqual(["list", null]);
});

test("the root redirects, and adds nothing to the history", async () => {
  list.come();
  const { length } = window.history;
  await open("/?q=dacha");
  expect([heading(), here(), window.history.length]).toEqual(["list", "/list?letters=all", length]);
  expect(screen.getByText("REPLACE")).toBeTruthy();
});
