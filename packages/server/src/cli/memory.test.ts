import { EventEmitter } from "node:events";
import { createServer } from "node:http";
import { getHeapSpaceStatistics } from "node:v8";
import { expect, test, vi } from "vitest";
import { collectWhenIdle } from "./memory.ts";

/** Octets of the young generation. */
const young = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;

/** Surviving objects let the young generation grow. */
function growUp(): void {
  const objects = Array.from({ length: 500_000 }, (_, at) => ({ at }));
  expect(objects).toHaveLength(500_000);
}

test("memory is returned after some time without a request, and again after the next request", async () => {
  const server = new EventEmitter() as ReturnType<typeof createServer>;
  const stop = collectWhenIdle(server, 1);
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
