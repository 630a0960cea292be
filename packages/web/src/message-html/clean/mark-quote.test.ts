// @vitest-environment jsdom
import { expect, test } from "vitest";
import { cleanHtml } from "./clean.ts";

const marked = (html: string, quote: string): string => cleanHtml(html, { quote }).html;

test("words are marked where they first stand, also across elements and other spaces", () => {
  expect(marked("<p>Total 1&nbsp;234 ₽</p><p>Total 1 234 ₽</p>", "1 234 ₽")).toBe(
    '<p>Total <mark data-match="">1&nbsp;234 ₽</mark></p><p>Total 1 234 ₽</p>',
  );
  expect(marked("<div>Sum: <b>12</b> <i>EUR</i>, thanks</div>", "Sum: 12 EUR")).toBe(
    '<div><mark data-match="">Sum: </mark><b><mark data-match="">12</mark></b> <i><mark data-match="">EUR</mark></i>, thanks</div>',
  );
});

test("what is not there, and what looks like a pattern, changes nothing else", () => {
  expect(marked("<p>a (b) c</p>", "(b)")).toBe('<p>a <mark data-match="">(b)</mark> c</p>');
  expect(marked("<p>a</p>", ".*")).toBe("<p>a</p>");
  expect(marked("<p>a</p>", " ")).toBe("<p>a</p>");
});
