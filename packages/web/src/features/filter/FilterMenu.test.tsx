// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { BrowserRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage } from "../../i18n/index.ts";
import { setView } from "../../store/index.ts";
import { FilterMenu } from "./FilterMenu.tsx";

beforeEach(async () => {
  await changeLanguage("en");
  window.history.replaceState(null, "", "/inbox?letters=all");
  render(
    <BrowserRouter>
      <FilterMenu />
    </BrowserRouter>,
  );
});

afterEach(() => {
  cleanup();
  setView({ toggleFilter: false });
});

/** The code of menus is fetched with the first one. */
const entry = (name: string) => screen.findByRole("menuitemcheckbox", { name }, { timeout: 20_000 });

const button = () => screen.getByRole("button", { name: "Filter" });

/** A pointer that comes near has the menu's own button, which has an id, put in the place of the first one. */
async function openMenu(user: UserEvent): Promise<void> {
  await user.hover(button());
  await waitFor(() => expect(button().id).not.toBe(""), { timeout: 20_000 });
  await user.click(button());
}

test("the menu stays open while filters are toggled, and the address follows", async () => {
  const user = userEvent.setup();
  await openMenu(user);
  expect((await entry("All emails")).getAttribute("aria-checked")).toBe("true");
  await user.click(await entry("Unread"));
  expect(window.location.search).toBe("?read=false");
  await user.click(await entry("With attachments"));
  expect(window.location.search).toBe("?read=false&files=true");
  expect((await entry("All emails")).getAttribute("aria-checked")).toBe("false");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("the button says what is chosen", async () => {
  const user = userEvent.setup();
  await openMenu(user);
  await user.click(await entry("Flagged"));
  expect(await screen.findByRole("button", { name: "Flagged" })).toBeTruthy();
  await user.click(await entry("Important"));
  expect(await screen.findByRole("button", { name: "Filters" })).toBeTruthy();
});

test("reset clears everything and is offered only where there is something to clear", async () => {
  const user = userEvent.setup();
  await openMenu(user);
  await entry("All emails");
  expect(screen.queryByRole("menuitem", { name: "Reset all" })).toBeNull();
  await user.click(await entry("Unread"));
  await user.click(await screen.findByRole("menuitem", { name: "Reset all" }));
  expect(window.location.search).toBe("");
});
