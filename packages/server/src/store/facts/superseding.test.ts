import { describe, expect, test } from "vitest";
import { type LetterRevision, supersederOf } from "./superseding.ts";

const own: LetterRevision = {
  emailId: 1,
  organizer: "lev@team.example",
  recurrenceId: null,
  sequence: 2,
  stamp: 5000,
  isCancelled: false,
  author: "lev@team.example",
  sender: "verified",
};
const other = (change: Partial<LetterRevision>): LetterRevision => ({ ...own, emailId: 2, ...change });
const single = ":20300307T110000Z";

describe("[5546 §2.1.5] an invitation is replaced", () => {
  test.each<[string, Partial<LetterRevision>, boolean]>([
    ["by a higher SEQUENCE", { sequence: 3 }, true],
    ["by a higher SEQUENCE that was written before", { sequence: 3, stamp: 1 }, true],
    ["not by a lower SEQUENCE that was written later", { sequence: 1, stamp: 9000 }, false],
    ["by the same SEQUENCE with a later DTSTAMP", { stamp: 5001 }, true],
    ["not by the same SEQUENCE and DTSTAMP: it is the same letter twice", {}, false],
    ["not by the same SEQUENCE with an earlier DTSTAMP", { stamp: 4999 }, false],
    ["by a cancellation with the same SEQUENCE and DTSTAMP", { isCancelled: true }, true],
    ["by a cancellation that counts no further", { isCancelled: true, sequence: 0, stamp: 5001 }, true],
    ["by a cancellation with a higher SEQUENCE", { isCancelled: true, sequence: 3, stamp: 1 }, true],
    ["not by a cancellation before it", { isCancelled: true, sequence: 1, stamp: 4000 }, false],
    ["not by what is said of one time", { recurrenceId: single, sequence: 3 }, false],
    ["not by the cancellation of one time", { recurrenceId: single, sequence: 3, isCancelled: true }, false],
  ])("%s", (_, change, expected) => {
    const found = supersederOf(own, [other(change)]);
    expect(found).toEqual(expected ? other(change) : undefined);
  });

  test.each<[string, Partial<LetterRevision>, boolean]>([
    ["by a change of the same time", { recurrenceId: single, sequence: 3 }, true],
    ["not by a change of another time", { recurrenceId: ":20300314T110000Z", sequence: 3 }, false],
    ["not by a change of all: times that were moved stay moved", { sequence: 3, stamp: 9000 }, false],
    ["by the later cancellation of all, whatever it counts", { isCancelled: true, sequence: 0, stamp: 9000 }, true],
    ["not by an earlier cancellation of all", { isCancelled: true, sequence: 9, stamp: 4000 }, false],
  ])("of one time of a repeated event %s", (_, change, expected) => {
    const found = supersederOf({ ...own, recurrenceId: single }, [other(change)]);
    expect(found?.emailId).toBe(expected ? 2 : undefined);
  });

  test("by the newest of several, and by a cancellation unless it was planned again after that", () => {
    const [moved, off] = [other({ sequence: 4, stamp: 7000 }), other({ emailId: 3, isCancelled: true, stamp: 8000 })];
    expect(supersederOf(own, [other({ sequence: 3 }), moved])).toBe(moved);
    expect(supersederOf(own, [moved, off])).toBe(off);
    const again = other({ emailId: 4, sequence: 4, stamp: 9000 });
    expect(supersederOf(own, [moved, off, again])).toBe(again);
  });
});

describe("who may replace it", () => {
  const later = { sequence: 3 } as const;
  test.each<[string, Partial<LetterRevision>, Partial<LetterRevision>, boolean]>([
    ["the organizer", {}, {}, true],
    ["the organizer, though another one passed the invitation on", { author: "aid@other.example" }, {}, true],
    ["who wrote the invitation", { author: "app@calendar.example" }, { author: "app@calendar.example" }, true],
    ["a stranger who names the organizer", {}, { author: "eve@team.example" }, false],
    ["a stranger with the same UID", {}, { author: "eve@x.example", organizer: "eve@x.example" }, false],
    ["the author, of an event of another organizer", {}, { organizer: "ann@team.example" }, false],
    ["an unchecked letter, one that is proven", {}, { sender: "unchecked" }, false],
    ["an unchecked letter, an unchecked one", { sender: "unchecked" }, { sender: "unchecked" }, true],
    ["a proven letter, an unchecked one", { sender: "unchecked" }, {}, true],
    ["a letter whose check failed, an unchecked one", { sender: "unchecked" }, { sender: "refused" }, false],
  ])("%s", (_, earlier, change, expected) => {
    const found = supersederOf({ ...own, ...earlier }, [other({ ...later, ...change })]);
    expect(found?.emailId).toBe(expected ? 2 : undefined);
    const off = supersederOf({ ...own, ...earlier }, [other({ ...later, isCancelled: true, ...change })]);
    expect(off?.emailId).toBe(expected ? 2 : undefined);
  });
});
