/** Waits for a database that is away: what another server has said must not be forgotten. */
import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../../../store/db/errors.ts";

const PAUSE_MS = 500;
/** A restart of the database takes seconds; after that the outcome is in doubt, as after a crash. */
const GIVE_UP_AFTER_MS = 60_000;

/** Repeats `work`, which is idempotent, while the database cannot be reached. @throws its last error */
export async function untilReachable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const until = performance.now() + GIVE_UP_AFTER_MS; ;) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof StoreError && (error.code === "unreachable" || error.code === "busy");
      if (!isAway || signal.aborted || performance.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
