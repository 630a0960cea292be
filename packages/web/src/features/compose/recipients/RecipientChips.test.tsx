// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { changeLanguage } from "../../../i18n/index.ts";
import { RecipientChips } from "./RecipientChips.tsx";

afterEach(cleanup);

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: null, email: `guest${index}@mail.example` }));

function renderChips(count: number): void {
  const list = createRef<HTMLUListElement>();
  render(
    <ul ref={list}>
      <RecipientChips
        recipients={people(count)}
        list={list}
        onRemove={() => undefined}
        onEdit={() => undefined}
        onLeave={() => undefined}
      />
    </ul>,
  );
}

const chip = (index: number) => screen.queryByText(`guest${index}@mail.example`)?.closest("button") ?? null;

test("of 200,000 recipients the last are drawn, and more when they are asked for", async () => {
  await changeLanguage("en");
  renderChips(200_000);
  expect(document.querySelectorAll("[data-chip]")).toHaveLength(200);
  expect(chip(199_999)).not.toBeNull();
  expect(chip(199_799)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "199,800 more recipients" }));
  expect(document.querySelectorAll("[data-chip]")).toHaveLength(1200);
});

test("the keys go from chip to chip and stop at the first that is drawn", () => {
  renderChips(201);
  chip(2)!.focus();
  fireEvent.keyDown(chip(2)!, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(chip(1));
  fireEvent.keyDown(chip(1)!, { key: "ArrowLeft" });
  expect(document.activeElement).toBe(chip(1));
  fireEvent.keyDown(chip(1)!, { key: "ArrowRight" });
  expect(document.activeElement).toBe(chip(2));
  fireEvent.keyDown(chip(2)!, { key: "Home" });
  expect(document.activeElement).toBe(chip(1));
});
