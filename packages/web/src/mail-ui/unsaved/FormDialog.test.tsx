// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage } from "../../i18n/index.ts";
import { FormDialog } from "./FormDialog.tsx";

beforeEach(() => changeLanguage("en"));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Form({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  return (
    <FormDialog isChanged={text !== ""} onDone={onDone} title="Plan">
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
    </FormDialog>
  );
}

async function open() {
  const closed: string[] = [];
  const form = <Form onDone={() => closed.push("closed")} />;
  const router = createMemoryRouter([
    { path: "/plan", element: form },
    { path: "*", element: null },
  ]);
  await act(() => router.navigate("/plan"));
  render(<RouterProvider router={router} />);
  await screen.findByRole("dialog");
  return { closed, router, user: userEvent.setup() };
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a form without changes is closed and left without a question", async () => {
  const { closed, router, user } = await open();
  await user.keyboard("{Escape}");
  expect(closed).toEqual(["closed"]);
  await act(() => router.navigate("/inbox"));
  expect(router.state.location.pathname).toBe("/inbox");
});

test("a form with changes is closed by Escape once the person has agreed", async () => {
  const { closed, user } = await open();
  await user.type(screen.getByRole("textbox"), "Shop");
  await user.keyboard("{Escape}");
  await press("Stay");
  expect(closed).toEqual([]);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("Shop");
  await user.keyboard("{Escape}");
  await press("Leave");
  expect(closed).toEqual(["closed"]);
});

test("a page whose form has changes is left once the person has agreed; its other states are no other page", async () => {
  const { closed, router, user } = await open();
  await user.type(screen.getByRole("textbox"), "Shop");
  await act(() => router.navigate("/plan?q=1"));
  expect(router.state.location.search).toBe("?q=1");
  await act(() => router.navigate("/inbox"));
  await press("Stay");
  expect(router.state.location.pathname).toBe("/plan");
  await act(() => router.navigate("/inbox"));
  await press("Leave");
  expect(router.state.location.pathname).toBe("/inbox");
  expect(closed).toEqual(["closed"]);
});

const leave = (): boolean => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("the tab is held while there are changes", async () => {
  const { user } = await open();
  expect(leave()).toBe(true);
  await user.type(screen.getByRole("textbox"), "Shop");
  expect(leave()).toBe(false);
  await user.clear(screen.getByRole("textbox"));
  expect(leave()).toBe(true);
});
