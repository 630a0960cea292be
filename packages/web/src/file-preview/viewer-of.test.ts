import { expect, test } from "vitest";
import { isTooLarge, viewerOf } from "./viewer-of.ts";

const file = (name: string, type: string, size: number) => ({ blobId: "B", name, type, size });

test.each([
  ["a.ics", "text/calendar", 1_000_000, "calendar", false],
  ["a.ics", "text/calendar", 1_000_001, undefined, true],
  ["a.zip", "application/zip", 1_000_000_000, undefined, false],
  ["a.mp4", "video/mp4", 1_000_000_000, "video", false],
] as const)("%s (%s) of %i octets is shown by %s", (name, type, size, viewer, isLarge) => {
  expect(viewerOf(file(name, type, size))).toBe(viewer);
  expect(isTooLarge(file(name, type, size))).toBe(isLarge);
});
