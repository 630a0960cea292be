import { expect, test } from "vitest";
import { createRoom } from "./memory-budget.ts";

test("at most so many octets at a time, in the order in which they were asked for; one that is larger alone", async () => {
  const room = createRoom(100);
  const order: string[] = [];
  let inside = 0;
  let most = 0;
  const aloneWith: number[] = [];
  const run = (name: string, octets: number) =>
    room.with(octets, async () => {
      inside += octets;
      if (octets <= 100) most = Math.max(most, inside);
      else aloneWith.push(inside);
      order.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= octets;
    });
  await Promise.all([run("a", 60), run("b", 60), run("c", 30), run("large", 500), run("d", 1)]);
  expect(order).toEqual(["a", "b", "c", "large", "d"]);
  expect(most).toBe(90);
  expect(aloneWith).toEqual([500]);
});

test("what fails leaves its room", async () => {
  const room = createRoom(10);
  await expect(room.with(10, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await room.with(10, () => Promise.resolve(1))).toBe(1);
});
