import { expect, test } from "vitest";
import { avatarHue, initials } from "./initials.ts";

test("initials are those of the first and the last word", () => {
  expect(initials("Анна Каренина")).toBe("АК");
  expect(initials("Иван Сергеевич Тургенев")).toBe("ИТ");
  expect(initials("«Лабиринт»")).toBe("Л");
  expect(initials("GitHub")).toBe("G");
});

test("an address without a name gives one letter", () => {
  expect(initials("support@shop.ru")).toBe("S");
});

test("what has no letter gets a question mark", () => {
  expect(initials("!!!")).toBe("?");
  expect(initials("")).toBe("?");
});

test("the colour belongs to the address, whatever its case", () => {
  expect(avatarHue("Anna@Example.org")).toBe(avatarHue("anna@example.org "));
  expect(avatarHue("anna@example.org")).not.toBe(avatarHue("boris@example.org"));
});
