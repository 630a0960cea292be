import { vi } from "vitest";

/** Waits until `check` does not throw: for what a busy machine does soon, without a limit that would time it. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 60_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 25 });
