import { coalesce } from "../sync/coalesce.ts";

const least = 500;
const most = 10_000;

/** How long numbers that are searches stay as they are, in ms: slow ones are counted less often. */
export const countPause = (tookMs: number): number => Math.min(most, Math.max(least, tookMs * 20));

export interface PacedCount {
  now: () => void;
  /** Once the pause is over. */
  soon: () => void;
}

/** @param count asks the server */
export function pacedCount(count: () => Promise<void>): PacedCount {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the page's clock, in ms. */
  let mayCountAt = 0;
  const now = coalesce(async () => {
    const startedAt = performance.now();
    mayCountAt = startedAt + most;
    await count();
    const endedAt = performance.now();
    mayCountAt = endedAt + countPause(endedAt - startedAt);
  });
  return {
    now,
    soon() {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          now();
        },
        Math.max(0, mayCountAt - performance.now()),
      );
    },
  };
}
