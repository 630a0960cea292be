// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../i18n/index.ts";
import { notify } from "../store/index.ts";
import { Notices } from "./Notices.tsx";

afterEach(cleanup);

test("a name in a notice cannot turn its line round", async () => {
  await changeLanguage("en");
  notify({ key: "compose.refused", values: { subject: "\u202egnp.exe" } });
  render(<Notices />);
  expect(screen.getByText(/‹U\+202E›gnp\.exe/).textContent).not.toContain("\u202e");
});
