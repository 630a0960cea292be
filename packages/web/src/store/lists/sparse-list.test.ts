import type { Id, QueryChangesResult } from "@pismo/jmap";
import { describe, expect, test } from "vitest";
import { SparseList } from "./sparse-list.ts";

/** The same numbers in every run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const retainNone = (): boolean => false;
const isFirst = (id: Id): boolean => id === "e0";
const names = (count: number): Id[] => Array.from({ length: count }, (_, index) => `e${index}`);
const shown = (list: SparseList): (Id | undefined)[] => Array.from({ length: list.total }, (_, at) => list.idAt(at));

function changes(before: Id[], after: Id[], mentioned: Id[] = []): QueryChangesResult {
  const removed = [...new Set([...before.filter((id) => !after.includes(id)), ...mentioned])];
  const added = after.flatMap((id, index) => (!before.includes(id) || removed.includes(id) ? [{ id, index }] : []));
  return { accountId: "a", oldQueryState: "1", newQueryState: "2", removed, added, total: after.length };
}

function listOf(ids: Id[]): SparseList {
  const list = new SparseList();
  list.reset(0, ids, ids.length);
  return list;
}

const windowAt = (start: number): Id[] => Array.from({ length: 1000 }, (_, offset) => `e${start + offset}`);

test("of a very long list no more places are remembered than it can hold: what is not loaded goes first", () => {
  const list = new SparseList();
  const total = 1_000_000;
  list.reset(0, windowAt(0), total);
  for (let start = 9000; start < total; start += 9000)
    list.insertWindow(start, windowAt(start).slice(0, total - start), total);
  expect(list.knownIds().length).toBeGreaterThan(100_000);
  list.trim((id) => id === "e999000");
  expect(list.knownIds()).toEqual(["e999000"]);
  expect(list.total).toBe(total);
  expect([list.idAt(0), list.idAt(999_000)]).toEqual([undefined, "e999000"]);
  expect([list.indexOf("e0"), list.indexOf("e999000")]).toEqual([-1, 999_000]);
});

describe("changes of the server", () => {
  test("[8620 §5.6] a new Email stands in front and moves the rest by one", () => {
    const list = listOf(names(3));
    expect(list.applyChanges(changes(names(3), ["new", ...names(3)]), retainNone)).toBe(true);
    expect(shown(list)).toEqual(["new", "e0", "e1", "e2"]);
    expect(list.indexOf("e1")).toBe(2);
  });

  test("[8620 §5.6] ids named as removed that never stood in the list change nothing", () => {
    const list = listOf(names(3));
    expect(list.applyChanges(changes(names(3), ["new", ...names(3)], ["new", "elsewhere"]), retainNone)).toBe(true);
    expect(shown(list)).toEqual(["new", "e0", "e1", "e2"]);
  });

  test("an Email that left a place that is not loaded: what stands before the gap stays, the rest is asked for again", () => {
    const list = new SparseList();
    list.reset(0, ["e0", "e1"], 6);
    list.insertWindow(4, ["e4", "e5"], 6);
    expect(list.applyChanges(changes(names(6), ["e0", "e1", "e2", "e4", "e5"]), retainNone)).toBe(true);
    expect(shown(list)).toEqual(["e0", "e1", undefined, undefined, undefined]);
  });

  test("what was kept to be seen goes once another row stands for it, whether it left now or before", () => {
    const list = listOf(names(3));
    expect(list.applyChanges(changes(names(3), ["e1", "e2"]), isFirst)).toBe(true);
    expect(shown(list)).toEqual(names(3));
    expect(list.applyChanges(changes(["e1", "e2"], ["new", "e1", "e2"]), isFirst, isFirst)).toBe(true);
    expect(shown(list)).toEqual(["new", "e1", "e2"]);
    const other = listOf(names(2));
    expect(other.applyChanges(changes(names(2), ["new", "e1"]), isFirst, isFirst)).toBe(true);
    expect(shown(other)).toEqual(["new", "e1"]);
  });

  test("an answer that does not fit is refused", () => {
    const list = listOf(names(3));
    expect(list.applyChanges({ ...changes(names(3), names(3)), total: 1 }, retainNone)).toBe(false);
    expect(list.applyChanges({ ...changes(names(3), ["e0"]), total: 3 }, retainNone)).toBe(false);
  });

  test("after any changes, what is known equals a fresh query", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed);
      let server = names(Math.floor(next() * 60));
      let made = server.length;
      const list = new SparseList();
      list.reset(0, server.slice(0, 10), server.length);
      for (let step = 0; step < 12; step++) {
        const before = server;
        server = server.filter(() => next() > 0.1);
        for (let add = Math.floor(next() * 4); add > 0; add--) {
          server = server.toSpliced(Math.floor(next() * (server.length + 1)), 0, `e${made++}`);
        }
        // Some Emails changed without leaving: the server names them as removed and as added.
        const touched = server.filter((id) => before.includes(id) && next() < 0.05);
        const isExact = list.applyChanges(changes(before, server, touched), retainNone);
        if (!isExact) list.reset(0, server.slice(0, 10), server.length);
        expect(list.serverTotal).toBe(server.length);
        const wrong = shown(list).filter((id, index) => id !== undefined && id !== server[index]);
        expect(wrong).toEqual([]);
        const from = Math.floor(next() * server.length);
        list.insertWindow(from, server.slice(from, from + 8), server.length);
      }
    }
  });
});

describe("hidden and kept Emails", () => {
  test("a hidden Email leaves the places of the others in order, and comes back where it was", () => {
    const list = listOf(names(5));
    list.hide("e1", true);
    list.hide("e3", true);
    expect(shown(list)).toEqual(["e0", "e2", "e4"]);
    expect(list.indexOf("e4")).toBe(2);
    expect(list.indexOf("e1")).toBe(-1);
    expect(list.serverPosition(2)).toBe(4);
    list.hide("e1", false);
    expect(shown(list)).toEqual(["e0", "e1", "e2", "e4"]);
  });

  test("kept Emails stay where they stood, though the server counts them no more", () => {
    const list = listOf(names(5));
    const left = new Set(["e1", "e2"]);
    list.applyChanges(changes(names(5), ["new", "e0", "e3", "e4"]), (id) => left.has(id));
    expect(shown(list)).toEqual(["new", "e0", "e1", "e2", "e3", "e4"]);
    expect(list.serverTotal).toBe(4);
    expect(list.serverPosition(4)).toBe(2);
    list.insertWindow(2, ["e3", "e4"], 4);
    expect(shown(list)).toEqual(["new", "e0", "e1", "e2", "e3", "e4"]);
    list.releaseRetained();
    expect(shown(list)).toEqual(["new", "e0", "e3", "e4"]);
  });

  test("a kept Email that comes back into the query is there once", () => {
    const list = listOf(names(3));
    list.applyChanges(changes(names(3), ["e0", "e2"]), () => true);
    list.applyChanges(changes(["e0", "e2"], names(3)), () => true);
    expect(shown(list)).toEqual(["e0", "e1", "e2"]);
    expect(list.serverTotal).toBe(3);
  });

  test("an Email that is hidden and then leaves the query comes back in its place by undo", () => {
    const list = listOf(names(4));
    list.hide("e1", true);
    list.applyChanges(changes(names(4), ["e0", "e2", "e3"]), (id) => id === "e1");
    expect(shown(list)).toEqual(["e0", "e2", "e3"]);
    list.hide("e1", false);
    expect(shown(list)).toEqual(["e0", "e1", "e2", "e3"]);
  });
});
