// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PlainMessage } from "./PlainMessage.tsx";

afterEach(cleanup);

const show = (text: string): HTMLElement =>
  render(<PlainMessage text={text} format={{ isFlowed: false, dropsSpace: false }} quoteLabel="Quote" />).container;

test("markup in a text is text", () => {
  const page = show(`<img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a>`);
  expect(page.querySelector("img, a")).toBeNull();
  expect(page.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("addresses become links that open outside and send no referrer", () => {
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

test("a message of nothing but a quote is open, quotes within it are folded", () => {
  const all = [...show("> one\n>> two").querySelectorAll("details")];
  expect(all.map(({ open }) => open)).toEqual([true, false]);
});

test("a long message comes portion by portion, and whole in the end", async () => {
  const lines = Array.from({ length: 2000 }, (_, index) => `line ${index} http://example.org/${index}`);
  const page = show(lines.join("\n"));
  expect(page.querySelectorAll("a").length).toBeLessThan(500);
  await waitFor(() => expect(page.querySelectorAll("a")).toHaveLength(2000), { timeout: 20_000 });
  expect(page.textContent).toBe(lines.join("\n"));
});

test("quotes of a message with very many are open and folded as in a short one", async () => {
  const page = show(Array.from({ length: 200 }, (_, index) => `> asked ${index}\n\nsaid ${index}`).join("\n"));
  await waitFor(() => expect(page.querySelectorAll("details")).toHaveLength(200), { timeout: 20_000 });
  expect([...page.querySelectorAll("details")].every(({ open }) => open)).toBe(true);
});

test("a message that is not to be trusted has no links, and shows what hides in it", () => {
  const { container } = render(
    <PlainMessage
      text={"See https://a.example/x\nhttps://pаypal.com/in\nfile \u202egpj.exe"}
      format={{ isFlowed: false, dropsSpace: false }}
      quoteLabel="Quote"
      visibleLine={(line) => line.replace("\u202e", "‹U+202E›")}
    />,
  );
  expect(container.querySelector("a")).toBeNull();
  expect(container.textContent).toBe(
    "See https://a.example/x\nhttps://pаypal.com/in → xn--pypal-4ve.com\nfile ‹U+202E›gpj.exe",
  );
});
