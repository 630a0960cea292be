// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { Link, Outlet, type RouteObject, useNavigate, useNavigationType } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { getView, setView } from "../store/index.ts";
import { PageErrors } from "./PageErrors.tsx";
import { Routed } from "./Routed.tsx";
import { ShownPage } from "./ShownPage.tsx";
import { createSteps } from "./steps.ts";

/** A page whose code comes, or fails to come, when the test says so. */
class Page {
  asked = 0;
  #now: ComponentType | undefined;
  #settle: { resolve: (page: ComponentType) => void; reject: (error: Error) => void }[] = [];
  readonly #Shown: ComponentType;

  constructor(name: string, Shown: ComponentType = () => <h1>{name}</h1>) {
    this.#Shown = Shown;
  }

  readonly handle = {
    now: () => this.#now,
    fetch: () => {
      this.asked++;
      return new Promise<ComponentType>((resolve, reject) => this.#settle.push({ resolve, reject }));
    },
  };

  come(): this {
    this.#now = this.#Shown;
    for (const { resolve } of this.#settle.splice(0)) resolve(this.#Shown);
    return this;
  }

  fail(): void {
    for (const { reject } of this.#settle.splice(0)) reject(new Error("no such file"));
  }
}

function Shell() {
  const navigate = useNavigate();
  return (
    <>
      <p>{useNavigationType()}</p>
      <Link to="/list">to the list</Link>
      <Link to="/letter">to the letter</Link>
      <Link to="/">to the root</Link>
      <button onClick={() => void navigate("/list", { flushSync: true })}>at once</button>
      <PageErrors isInShell>
        <Outlet />
      </PageErrors>
    </>
  );
}

let list: Page;
let letter: Page;

function open(path: string): void {
  window.history.replaceState(null, "", path);
  const routes: RouteObject[] = [
    {
      element: <Shell />,
      children: [
        { index: true, element: <ShownPage />, handle: { leadsTo: "/list?letters=all" } },
        { path: "list", element: <ShownPage />, handle: list.handle },
        { path: "letter", element: <ShownPage />, handle: letter.handle },
      ],
    },
    { path: "*", element: <ShownPage /> },
  ];
  render(<Routed routes={routes} steps={createSteps(routes)} />);
}

const heading = (): string | null => screen.queryByRole("heading")?.textContent ?? null;
const here = (): string => window.location.pathname + window.location.search;
const follow = (link: string): void => act(() => screen.getByRole("link", { name: link }).click());

beforeEach(async () => {
  await changeLanguage("en");
  list = new Page("list");
  letter = new Page("letter");
});

afterEach(() => {
  cleanup();
  setView({ isLoading: false });
});

test("the page before stays, with its address, until the code of the next one is there", async () => {
  list.come();
  open("/list?letters=all");
  follow("to the letter");
  expect([heading(), here(), getView().isLoading]).toEqual(["list", "/list?letters=all", true]);
  await act(async () => void letter.come());
  expect([heading(), here(), getView().isLoading]).toEqual(["letter", "/letter", false]);
});

test("the first page is awaited with the shell around its place and nothing said to be loading", async () => {
  open("/list");
  expect([heading(), getView().isLoading]).toEqual([null, false]);
  expect(screen.getByRole("link", { name: "to the letter" })).toBeTruthy();
  await act(async () => void list.come());
  expect(heading()).toBe("list");
});

test("a step to a page whose code is there is drawn before the call that asks for it returns", () => {
  list.come();
  letter.come();
  open("/letter");
  // No `act`: it would wait for what is drawn later.
  screen.getByRole("button", { name: "at once" }).click();
  expect([heading(), here()]).toEqual(["list", "/list"]);
});

test("only the step that was taken last leads anywhere", async () => {
  letter.come();
  open("/letter");
  follow("to the list");
  follow("to the letter");
  expect(getView().isLoading).toBe(false);
  await act(async () => void list.come());
  expect([heading(), here()]).toEqual(["letter", "/letter"]);
});

test("back and forward show what was left, and say that they are no new steps", async () => {
  list.come();
  letter.come();
  open("/list");
  follow("to the letter");
  expect(screen.getByText("PUSH")).toBeTruthy();
  act(() => window.history.back());
  await waitFor(() => expect(heading()).toBe("list"));
  expect(screen.getByText("POP")).toBeTruthy();
});

test("a page whose code does not come shows why, within the shell, and the next step asks for it again", async () => {
  list.come();
  open("/list");
  follow("to the letter");
  await act(async () => letter.fail());
  expect(here()).toBe("/letter");
  expect(screen.getByText("no such file")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload the page" })).toBeTruthy();
  follow("to the list");
  expect(heading()).toBe("list");
  follow("to the letter");
  expect(letter.asked).toBe(2);
  await act(async () => void letter.come());
  expect(heading()).toBe("letter");
});

test("what a page throws is shown within the shell until the next step", () => {
  list.come();
  letter = new Page("letter", () => {
    throw new Error("cannot be drawn");
  }).come();
  open("/letter");
  expect(screen.getByText("cannot be drawn")).toBeTruthy();
  follow("to the list");
  expect([heading(), screen.queryByText("cannot be drawn")]).toEqual(["list", null]);
});

test("an address that leads elsewhere leaves no step in the history", () => {
  list.come();
  letter.come();
  open("/?q=dacha");
  expect([heading(), here()]).toEqual(["list", "/list?letters=all"]);
  expect(screen.getByText("REPLACE")).toBeTruthy();
  follow("to the letter");
  const { length } = window.history;
  follow("to the root");
  expect([heading(), here(), window.history.length]).toEqual(["list", "/list?letters=all", length + 1]);
});
