// @vitest-environment jsdom
import { expect, test } from "vitest";
import { storeScrollPosition, scrollKeyOf, storedScrollPosition } from "./list-scroll-position.ts";

const scrollPosition = { topId: "e1", topIndex: 40, shift: 0.5, activeId: "e1", activeIndex: 40 };

const typed = (pathname: string, search: string): string => scrollKeyOf({ key: "default", pathname, search });

test("a list that is opened by its address begins where itself was left, not where another was", () => {
  storeScrollPosition(typed("/inbox", "?letters=all"), scrollPosition);
  expect(storedScrollPosition(typed("/inbox", "?letters=all"))).toEqual(scrollPosition);
  expect(storedScrollPosition(typed("/archive", "?letters=all"))).toBeUndefined();
  expect(storedScrollPosition(typed("/inbox", "?read=false"))).toBeUndefined();
});
