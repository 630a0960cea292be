// @vitest-environment jsdom
import { expect, test } from "vitest";
import { escapeHtml } from "../quote/quote.ts";
import { filledIn, openField } from "./template-fields.ts";

const asIs = (value: string): string => value;

test("known fields are filled in, in either language, and nothing becomes markup", () => {
  const values = { name: "Анна <b>", date: "1 мая" };
  expect(filledIn("<p>Dear {name}, {Имя}: {date} {ДАТА}</p>", values, escapeHtml)).toBe(
    "<p>Dear Анна &lt;b&gt;, Анна &lt;b&gt;: 1 мая 1 мая</p>",
  );
});

test("in plain text a value is what it is", () => {
  expect(filledIn("Dear {name}", { name: "Anna & Boris" }, asIs)).toBe("Dear Anna & Boris");
});

test("unknown ones stay, to be filled in by the person", () => {
  expect(filledIn("{company} {name} {other}", { name: "" }, asIs)).toBe("{company} {name} {other}");
  expect(openField.exec("At {компания}")?.index).toBe(3);
  expect(openField.test("{other}")).toBe(false);
});
