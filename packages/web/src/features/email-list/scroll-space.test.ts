import { describe, expect, test } from "vitest";
import { ScrollSpace } from "./scroll-space.ts";

const viewport = 700;

test("a list that fits scrolls px by px", () => {
  const space = new ScrollSpace();
  space.resize(100_000 * 48, viewport);
  space.scrolled(123_456);
  expect(space).toMatchObject({ height: 4_800_000, position: 123_456, offset: 0 });
});

describe("a list of a million Emails", () => {
  const content = 1_000_000 * 48;
  const longList = (): ScrollSpace => {
    const space = new ScrollSpace();
    space.resize(content, viewport);
    return space;
  };

  test("stays below the height that browsers allow", () => {
    expect(longList().height).toBe(8_000_000);
  });

  test("small steps move it px by px", () => {
    const space = longList();
    const start = space.moveTo(10_000_000);
    space.scrolled(start + 120);
    space.scrolled(start + 240);
    expect(space.position).toBe(10_000_240);
  });

  test("a jump leads to the same share of the list, and the ends are its ends", () => {
    const space = longList();
    space.scrolled((8_000_000 - viewport) / 2);
    expect(space.position).toBeCloseTo((content - viewport) / 2);
    space.scrolled(8_000_000 - viewport);
    expect(space.position).toBe(content - viewport);
    space.scrolled(0);
    expect(space.position).toBe(0);
  });

  test("steps lead to the very first letter, and no further", () => {
    const space = longList();
    let scrollTop = space.moveTo(900);
    for (let step = 0; step < 9; step++) space.scrolled((scrollTop -= 100));
    expect(space.position).toBe(0);
    expect(scrollTop).toBe(0);
  });

  test("what is shown stays where it is when the bar is set right", () => {
    const space = longList();
    const start = space.moveTo(20_000_000);
    space.scrolled(start + 600);
    const { position } = space;
    const scrollTop = space.moveTo(position);
    expect(space.position).toBe(position);
    expect(position + space.offset).toBe(scrollTop);
  });
});

test("a list that becomes shorter than the place ends at its end", () => {
  const space = new ScrollSpace();
  space.resize(10_000, viewport);
  space.scrolled(9000);
  expect(space.resize(5000, viewport)).toBe(4300);
});
