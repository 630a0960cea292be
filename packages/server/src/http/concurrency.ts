/** The limits maxConcurrentRequests and maxConcurrentUpload of RFC 8620 §2, counted for each caller. */
import { limitExceeded } from "./problem.ts";

export interface Gate {
  /** Runs `work` unless the caller has its full number under way. @throws RequestError limit */
  enter<T>(caller: string, work: () => Promise<T>): Promise<T>;
}

export function createGate(limit: "maxConcurrentRequests" | "maxConcurrentUpload", maximum: number): Gate {
  const running = new Map<string, number>();
  return {
    async enter(caller, work) {
      const count = running.get(caller) ?? 0;
      if (count >= maximum) throw limitExceeded(limit, 429, `At most ${maximum} at the same time.`);
      running.set(caller, count + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(caller) ?? 1) - 1;
        if (left > 0) running.set(caller, left);
        else running.delete(caller);
      }
    },
  };
}
