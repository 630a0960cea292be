import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PlainLetter } from "./PlainLetter.tsx";

afterEach(cleanup);

const show = (text: string): HTMLElement =>
  render(<PlainLetter text={text} format={{ isFlowed: false, dropsSpace: false }} quoteLabel="Quote" />).container;

test("markup in a text is text", () => {
  const page = show(`<img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a>`);
  expect(page.querySelector("img, a")).toBeNull();
  expect(page.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("addresses become links that open outside and tell nobody where from", () => {
  show("See https://a.example/x.");
  const link = screen.getByRole("link", { name: "https://a.example/x" });
  expect(link).toMatchObject({ target: "_blank", rel: "noopener noreferrer" });
});

test("the quote at the end is folded, one that is answered below it is not", () => {
  const folded = show("Answer\n\n> old").querySelector("details");
  expect(folded?.open).toBe(false);
  cleanup();
  expect(show("> question\n\nAnswer").querySelector("details")?.open).toBe(true);
});

test("a letter of nothing but a quote is open, quotes within it are folded", () => {
  const all = [...show("> one\n>> two").querySelectorAll("details")];
  expect(all.map(({ open }) => open)).toEqual([true, false]);
});
