// @vitest-environment jsdom
import { expect, test } from "vitest";
import { changeLanguage, i18n } from "../../../i18n/index.ts";
import { parseSearch } from "../../../search-language/search.ts";
import { termText } from "./term-text.ts";

const now = new Date();
const year = now.getFullYear();

const textOf = (text: string): string | undefined => {
  const search = parseSearch(text, {
    now,
    isMonthFirst: false,
    foldersNamed: () => [],
    labelNamed: () => undefined,
    accountNamed: () => undefined,
  });
  return termText(search.groups[0]![0]!, i18n.t);
};

test("days of any year but this one are said with it", async () => {
  await changeLanguage("en");
  expect(textOf(`before:${year + 1}`)).toBe(`Before 1/1/${year + 1}`);
  expect(textOf(`after:${year - 1}`)).toBe(`From 1/1/${year - 1}`);
  expect(textOf(`on:${year + 1}`)).toBe(`1/1/${year + 1} – 12/31/${year + 1}`);
  expect(textOf(`before:${year}`)).toBe("Before Jan 1");
  expect(textOf(`on:${year}`)).toBe("Jan 1 – Dec 31");
  await changeLanguage("ru");
  expect(textOf(`before:${year + 1}`)).toBe(`До 01.01.${year + 1}`);
  expect(textOf(`before:${year}`)).toBe("До 1 янв.");
});
