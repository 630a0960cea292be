// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, expect, test } from "vitest";
import { useBack } from "./use-back.ts";

afterEach(cleanup);

function Page() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{pathname}</output>
      <button type="button" onClick={useBack("inbox")}>
        Back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  );
}

/** Clicks that come before the page renders again. */
const press = (name: string, times: number): void =>
  act(() => {
    for (let time = 0; time < times; time++) screen.getByRole("button", { name }).click();
  });
const place = (): string | null => screen.getByRole("status").textContent;

test("a page is left once, however often it is asked for; and again when one has come back to it", () => {
  // As a browser's router numbers its entries.
  window.history.replaceState({ idx: 2 }, "");
  render(
    <MemoryRouter initialEntries={["/inbox", "/sent", "/email/e1"]}>
      <Page />
    </MemoryRouter>,
  );
  press("Back", 2);
  expect(place()).toBe("/sent");
  press("Forward", 1);
  expect(place()).toBe("/email/e1");
  press("Back", 1);
  expect(place()).toBe("/sent");
});
