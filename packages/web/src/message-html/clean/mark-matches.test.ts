// @vitest-environment jsdom
import { expect, test } from "vitest";
import { cleanHtml } from "./clean.ts";

const partsOf = (text: string) => text.split(/(needle)/).map((part) => ({ text: part, isMatch: part === "needle" }));

test("what matches is marked, and the text stays the same", () => {
  const { html } = cleanHtml("<p>a needle &amp; <b>needle</b> &lt;i&gt;needle</p>", { partsOf });
  expect(html).toBe(
    '<p>a <mark data-match="">needle</mark> &amp; <b><mark data-match="">needle</mark></b> &lt;i&gt;<mark data-match="">needle</mark></p>',
  );
});

test("a message cannot forge a mark, and what repeats a word has a bounded number of them", () => {
  const { html } = cleanHtml(`<mark data-match="">no</mark>${"needle ".repeat(5000)}${"<i>needle</i>".repeat(5000)}`, {
    partsOf,
  });
  expect(html).toContain("<mark>no</mark>");
  expect(html.split("data-match").length - 1).toBeLessThanOrEqual(1000);
});
