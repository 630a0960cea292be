// @vitest-environment jsdom
import { expect, test } from "vitest";
import { keepPlace, placeKeyOf, placeOf } from "./list-scroll-position.ts";

const place = { topId: "e1", topIndex: 40, shift: 0.5, activeId: "e1", activeIndex: 40 };

const typed = (pathname: string, search: string): string => placeKeyOf({ key: "default", pathname, search });

test("a list that is opened by its address begins where itself was left, not where another was", () => {
  keepPlace(typed("/inbox", "?letters=all"), place);
  expect(placeOf(typed("/inbox", "?letters=all"))).toEqual(place);
  expect(placeOf(typed("/archive", "?letters=all"))).toBeUndefined();
  expect(placeOf(typed("/inbox", "?read=false"))).toBeUndefined();
});
