// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changeLanguage, i18n } from "../../i18n/index.ts";
import { getView, setView } from "../../store/index.ts";
import { toggleSettings } from "./settings-state.ts";
import { SettingsPanel } from "./SettingsPanel.tsx";

beforeEach(async () => {
  await changeLanguage("en");
  setView({ lang: "en", theme: "white", settingsOpen: undefined, themeSwitcher: false, langSwitcher: false });
  render(<SettingsPanel />);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const open = (): void => act(() => toggleSettings());

test("the gear opens and closes the panel, which is unset at first", () => {
  expect(getView().settingsOpen).toBeUndefined();
  open();
  expect(getView().settingsOpen).toBe(true);
  open();
  expect(getView().settingsOpen).toBe(false);
});

test("the theme view turns the language view off and vice versa", async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole("button", { name: /Language/ }));
  expect(getView()).toMatchObject({ langSwitcher: true, themeSwitcher: false });
  expect(await screen.findAllByRole("radio")).toHaveLength(2);
  await user.click(screen.getByRole("button", { name: "Appearance" }));
  expect(getView()).toMatchObject({ langSwitcher: false, themeSwitcher: true });
  expect(screen.queryByRole("radio")).toBeNull();
});

test("choosing a theme applies it, keeps it and closes the panel", async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole("option", { name: "Dark" }));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  expect(localStorage.getItem("theme")).toBe("dark");
  expect(getView()).toMatchObject({ theme: "dark", settingsOpen: false });
});

test("a language counts once it is confirmed", async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole("button", { name: /Language/ }));
  await user.click(await screen.findByRole("radio", { name: "Русский" }));
  expect(i18n.language).toBe("en");
  await user.click(screen.getByRole("button", { name: "Choose language" }));
  expect(i18n.language).toBe("ru");
  expect(localStorage.getItem("lang")).toBe("ru");
  expect(document.documentElement.lang).toBe("ru");
  expect(getView()).toMatchObject({ lang: "ru", settingsOpen: false });
});

test("Escape closes the panel", async () => {
  const user = userEvent.setup();
  open();
  await user.keyboard("{Escape}");
  expect(getView().settingsOpen).toBe(false);
});
