import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { getHeapSpaceStatistics } from "node:v8";
import { expect, test, vi } from "vitest";
import { tidyWhenIdle } from "./idle-memory.ts";

/** Octets that V8 has for young objects. */
const young = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;

/** What outlives a collection lets the room for young objects grow. */
function growUp(): void {
  const kept = Array.from({ length: 500_000 }, (_, at) => ({ at }));
  expect(kept).toHaveLength(500_000);
}

test("memory is given back once nobody has asked for a while, and again after the next request", async () => {
  const server = new EventEmitter() as ReturnType<typeof createServer>;
  const stop = tidyWhenIdle(server, 1);
  for (let turn = 0; turn < 2; turn++) {
    growUp();
    const before = young();
    server.emit("request");
    await vi.waitFor(() => expect(young()).toBeLessThan(before / 2));
  }
  growUp();
  const before = young();
  stop();
  server.emit("request");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(young()).toBeGreaterThan(before / 2);
});
