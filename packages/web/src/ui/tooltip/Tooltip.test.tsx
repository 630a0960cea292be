// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tooltip } from "./Tooltip.tsx";
import { TooltipPopup } from "./TooltipPopup.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Tooltip text="Archive" shortcut="E">
        <button type="button">a</button>
      </Tooltip>
      <Tooltip text="Move">
        <button type="button">b</button>
      </Tooltip>
      <p>text</p>
      <TooltipPopup />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const over = (element: Element) =>
  fireEvent(element, new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
const shown = () => document.querySelector("[data-tooltip-popup]")?.textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.getByRole("button", { name });

test("it shows after a pause, the next one in a row at once, and none beside a control", async () => {
  over(button("a"));
  await wait(400);
  expect(shown()).toBeUndefined();
  await wait(200);
  expect(shown()).toBe("ArchiveE");
  over(button("b"));
  await wait(0);
  expect(shown()).toBe("Move");
  over(screen.getByText("text"));
  await wait(200);
  expect(shown()).toBeUndefined();
});

test("[WCAG 1.4.13] it can be hovered itself, and Escape hides it", async () => {
  over(button("a"));
  await wait(600);
  over(screen.getByText("text"));
  over(document.querySelector("[data-tooltip-popup]")!);
  await wait(1000);
  expect(shown()).toBe("ArchiveE");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await wait(0);
  expect(shown()).toBeUndefined();
});

test.each(["Enter", " "])("it goes when its control is pressed by the keyboard: %j", async (key) => {
  over(button("a"));
  await wait(600);
  expect(shown()).toBe("ArchiveE");
  fireEvent.keyDown(button("a"), { key });
  await wait(0);
  expect(shown()).toBeUndefined();
});

test("a control whose popup is open has none", async () => {
  button("a").setAttribute("aria-expanded", "true");
  over(button("a"));
  await wait(600);
  expect(shown()).toBeUndefined();
});
