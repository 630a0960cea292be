import { expect, test } from "vitest";
import { getView } from "./view.ts";

test("what is on the screen has the specification's names and begins as it says", () => {
  expect(getView()).toEqual({
    theme: "white",
    lang: "ru",
    isLoading: false,
    toggleFilter: false,
    settingsOpen: undefined,
    themeSwitcher: false,
    langSwitcher: false,
    newLetterPopup: false,
  });
});
