/**
 * One lock of the database for all jobs of a process: on PostgreSQL each lock that is held takes a connection for as long,
 * and a pooler in front may have fewer of them than there are jobs.
 */
import type { Release } from "./lock.ts";
import type { Store } from "./store.ts";

interface Hold {
  taking: Promise<Release | undefined>;
  release: Release | undefined;
  holders: number;
}

const holds = new WeakMap<Store, Hold>();

/** Of a lock that ended with its connection another process may be the holder. */
function holdOf(store: Store): Hold {
  const known = holds.get(store);
  if (known && !known.release?.isLost?.()) return known;
  const hold: Hold = { taking: store.tryLock("jobs"), release: undefined, holders: 0 };
  holds.set(store, hold);
  return hold;
}

/** The last one gives it back. */
async function leave(store: Store, hold: Hold): Promise<void> {
  if (--hold.holders > 0) return;
  if (holds.get(store) === hold) holds.delete(store);
  await hold.release?.();
}

/** @returns undefined while another process has it */
export async function tryJobLock(store: Store): Promise<Release | undefined> {
  const hold = holdOf(store);
  hold.holders++;
  try {
    hold.release = await hold.taking;
  } catch (error) {
    await leave(store, hold);
    throw error;
  }
  if (hold.release) return () => leave(store, hold);
  await leave(store, hold);
  return undefined;
}
