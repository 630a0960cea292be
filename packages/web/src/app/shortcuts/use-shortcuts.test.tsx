// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { getView, setView } from "../../store/index.ts";
import { useShortcuts } from "./use-shortcuts.ts";

let helped = 0;
const showHelp = (): void => {
  helped++;
};

function Page() {
  useShortcuts({ folder: "inbox", emailId: undefined, isList: true, title: "" }, showHelp);
  const { pathname } = useLocation();
  return (
    <>
      <output>{pathname}</output>
      <input type="search" aria-label="Search" data-search-box="" />
    </>
  );
}

beforeEach(() => {
  helped = 0;
  setView({ newLetterPopup: false });
  render(
    <MemoryRouter initialEntries={["/inbox"]}>
      <Page />
    </MemoryRouter>,
  );
});

afterEach(cleanup);

const place = (): string | null => screen.getByRole("status").textContent;

test("g and a letter go to a folder, in a Russian layout too", async () => {
  const user = userEvent.setup();
  await user.keyboard("gd");
  expect(place()).toBe("/drafts");
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "п", code: "KeyG", bubbles: true }));
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ы", code: "KeyS", bubbles: true }));
  expect(await screen.findByText("/sent")).toBeTruthy();
});

test("actions have their keys", async () => {
  await userEvent.setup().keyboard("c");
  expect(getView().newLetterPopup).toBe(true);
});

test("a dialog takes the keys while it is open; one that is kept, as of a minimised letter, does not", async () => {
  const user = userEvent.setup();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  await user.keyboard("c");
  expect(getView().newLetterPopup).toBe(false);
  // Its code may be on the way.
  dialog.hidden = true;
  await user.keyboard("c");
  expect(getView().newLetterPopup).toBe(false);
  dialog.dataset["closed"] = "";
  await user.keyboard("c");
  expect(getView().newLetterPopup).toBe(true);
  dialog.remove();
});

test("in a field keys write", async () => {
  const user = userEvent.setup();
  await user.type(screen.getByRole("searchbox"), "c?g");
  expect(getView().newLetterPopup).toBe(false);
  expect(helped).toBe(0);
});

test("? shows the shortcuts", async () => {
  await userEvent.setup().keyboard("?");
  expect(helped).toBe(1);
});

test("/ that is pressed before the header is rendered moves the focus into the search once it is", async () => {
  const placeholder = document.createElement("header");
  placeholder.dataset["placeholder"] = "";
  document.body.append(placeholder);
  const box = screen.getByRole("searchbox");
  // jsdom lays nothing out.
  Object.defineProperty(box, "offsetParent", { value: document.body });
  await userEvent.setup().keyboard("/");
  expect(document.activeElement).not.toBe(box);
  placeholder.remove();
  await waitFor(() => expect(document.activeElement).toBe(box));
});
