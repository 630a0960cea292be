import { expect, test } from "vitest";
import { filledIn, openField } from "./template-fields.ts";

test("known fields are filled in, in either language, and nothing becomes markup", () => {
  const values = { name: "Анна <b>", date: "1 мая" };
  expect(filledIn("<p>Dear {name}, {Имя}: {date} {ДАТА}</p>", values)).toBe(
    "<p>Dear Анна &lt;b&gt;, Анна &lt;b&gt;: 1 мая 1 мая</p>",
  );
});

test("unknown ones stay, to be filled in by the person", () => {
  expect(filledIn("{company} {name} {other}", { name: "" })).toBe("{company} {name} {other}");
  expect(openField.exec("At {компания}")?.index).toBe(3);
  expect(openField.test("{other}")).toBe(false);
});
