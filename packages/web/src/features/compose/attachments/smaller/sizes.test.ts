import { expect, test } from "vitest";
import { chosenIn } from "./sizes.ts";

const of = (octets: number): Blob => new Blob(["a".repeat(octets)]);
const sizes = { original: of(9), large: of(5), medium: of(3) };

test("pictures that are attached again go in the size that they have", () => {
  expect(chosenIn([])).toBe("original");
  expect(chosenIn([{ size: 4 }])).toBe("original");
  expect(chosenIn([{ size: 9, sizes }])).toBe("original");
  expect(chosenIn([{ size: 4 }, { size: 3, sizes }])).toBe("medium");
  expect(chosenIn([{ size: 5, sizes }])).toBe("large");
});

test("one that has no size so small goes in the next larger one", () => {
  const { medium: _, ...others } = sizes;
  expect(
    chosenIn([
      { size: 3, sizes },
      { size: 5, sizes: others },
    ]),
  ).toBe("medium");
});
