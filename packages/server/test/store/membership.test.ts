/** Which process a piece of work belongs to. */
import { expect, test } from "vitest";
import { type LiveProcess, ownerOf } from "../../src/store/cluster/membership.ts";

const processes = (...ids: number[]): LiveProcess[] => ids.map((id) => ({ id, roles: ["web", "bridge"] }));
const keys = Array.from({ length: 3000 }, (_, n) => `a${n + 1}`);
const ownersOf = (live: readonly LiveProcess[]) => keys.map((key) => ownerOf(key, live, "bridge"));
const share = (owners: readonly (number | undefined)[], id: number): number =>
  owners.filter((owner) => owner === id).length;

test("the work is spread evenly over the processes that have the role", () => {
  const owners = ownersOf([...processes(1, 2, 3), { id: 4, roles: ["web"] }]);
  for (const id of [1, 2, 3]) expect(Math.abs(share(owners, id) - 1000)).toBeLessThan(120);
  expect(share(owners, 4)).toBe(0);
  expect(ownerOf("a1", [{ id: 4, roles: ["web"] }], "bridge")).toBeUndefined();
});

test("one that joins takes its share, one that leaves gives its own, and nothing else moves", () => {
  const [two, three] = [ownersOf(processes(7, 8)), ownersOf(processes(7, 8, 9))];
  const moved = three.filter((owner, index) => owner !== two[index]);
  expect(new Set(moved)).toEqual(new Set([9]));
  expect(Math.abs(moved.length - 1000)).toBeLessThan(120);
});
