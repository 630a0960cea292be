/** How long to wait, and by which clock. */

/** Servers and routers forget those who are silent for longer: milliseconds. */
export const RENEW_IDLE = 4 * 60_000;

/** Milliseconds that go on whatever is done to the clock. */
export const monotonic = (): number => performance.now();

/** About so long: many who wait for the same do not all come back at once. */
export const jitter = (pause: number): number => pause * (0.8 + 0.4 * Math.random());
