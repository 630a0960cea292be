// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const open = () => import("./connection.ts");
const isRefused = () => Promise.reject(new TypeError("Failed to fetch"));
const silent = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

test("what else fails while the server is away does not make the pause longer", async () => {
  const { watchConnection, reportUnreachable, whetherReachable, getConnection } = await open();
  const probe = vi.fn<() => Promise<unknown>>(isRefused);
  watchConnection(probe);
  // Each piece of code and each request that fails asks, one after the other.
  for (let asked = 0; asked < 10; asked++) {
    reportUnreachable();
    expect(await whetherReachable()).toBe(false);
  }
  probe.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(1300);
  expect(getConnection()).toBe("online");
});

test("each try in vain makes the next pause longer, up to half a minute", async () => {
  const { watchConnection, reportUnreachable } = await open();
  vi.spyOn(Math, "random").mockReturnValue(0);
  const asked: number[] = [];
  const started = Date.now();
  watchConnection(() => {
    asked.push((Date.now() - started) / 1000);
    return isRefused();
  });
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(125_000);
  expect(asked).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
});

test("a try that gets no answer ends, and others follow", async () => {
  const { watchConnection, reportUnreachable, getConnection } = await open();
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(limit.signal);
  const probe = vi.fn<(signal: AbortSignal) => Promise<unknown>>(silent);
  watchConnection(probe);
  reportUnreachable();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledOnce();
  expect(timeout).toHaveBeenCalledWith(20_000);
  probe.mockResolvedValue(undefined);
  limit.abort(new DOMException("no answer", "TimeoutError"));
  await vi.advanceTimersByTimeAsync(2600);
  expect(getConnection()).toBe("online");
});
