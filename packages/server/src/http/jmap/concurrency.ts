/** The limits maxConcurrentRequests and maxConcurrentUpload of RFC 8620 §2, and maxConnections, per caller. */
import { limitExceeded } from "../problem.ts";

export interface Gate {
  /** Runs `work` unless the caller is at its limit. @throws RequestError limit */
  enter<T>(caller: string, work: () => Promise<T>): Promise<T>;
  /** The same for open-ended connections. Returns the function that releases the slot. @throws RequestError limit */
  hold(caller: string): () => void;
}

export function createGate(
  limit: "maxConcurrentRequests" | "maxConcurrentUpload" | "maxConnections",
  maximum: number,
): Gate {
  const running = new Map<string, number>();
  const hold: Gate["hold"] = (caller) => {
    const count = running.get(caller) ?? 0;
    if (count >= maximum) throw limitExceeded(limit, 429, `At most ${maximum} at the same time.`);
    running.set(caller, count + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (running.get(caller) ?? 1) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    };
  };
  return {
    hold,
    async enter(caller, work) {
      const leave = hold(caller);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
