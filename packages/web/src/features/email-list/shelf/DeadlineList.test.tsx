// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/deadlines.ts";
import { i18n } from "../../../i18n/index.ts";
import type { ShownDeadline } from "../../../store/facts/deadlines.ts";
import { DeadlineList } from "./DeadlineList.tsx";

addTexts(texts);
beforeEach(async () => void (await i18n.changeLanguage("en")));
afterEach(cleanup);

const entries = ["Power", "Gas", "Water"].map((title): ShownDeadline => ({
  accountId: "a",
  id: title,
  kind: "payment",
  title,
  at: "2026-12-05",
  timeZone: null,
  emailIds: [`of-${title}`],
  state: "open",
  laterUntil: null,
  others: [],
}));

const shelf = (shown: readonly ShownDeadline[]) => (
  <MemoryRouter>
    <main>
      {shown.length > 0 && <DeadlineList id="list" entries={shown} />}
      <a href="/email/e1" data-letter="e1" tabIndex={0}>
        A letter
      </a>
    </main>
  </MemoryRouter>
);

const focused = (): string | null | undefined => document.activeElement?.textContent;

test("the focus of an entry that is done goes to the next, else to the one before, else to the letters", () => {
  let shown = entries;
  const { rerender } = render(shelf(shown));
  const finish = (title: string): void => {
    const button = screen.getByRole("button", { name: `Done: Pay: ${title}` });
    button.focus();
    fireEvent.click(button);
    shown = shown.filter((entry) => entry.title !== title);
    rerender(shelf(shown));
  };
  finish("Power");
  expect(focused()).toBe("Pay: Gas");
  finish("Water");
  expect(focused()).toBe("Pay: Gas");
  finish("Gas");
  expect(focused()).toBe("A letter");
});

test("what is put away by its menu leaves the focus at the next entry", async () => {
  const { rerender } = render(shelf(entries));
  fireEvent.click(screen.getByRole("button", { name: "More: Pay: Gas" }));
  const item = await screen.findByRole("menuitem", { name: "Not this" });
  item.focus();
  fireEvent.click(item);
  rerender(shelf(entries.filter(({ title }) => title !== "Gas")));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(focused()).toBe("Pay: Water"));
});
