import type { Store } from "../../src/store/db/store.ts";

/** When a process dies: at which of its transactions (1 is the first), and on which side of the commit. */
export interface KillPoint {
  transaction: number;
  phase: string;
}

/** A store whose process dies by SIGKILL right "before" or "after" one of its transactions. */
export function killedAt(store: Store, { transaction, phase }: KillPoint): Store {
  let count = 0;
  const killIf = (now: string): void => {
    if (now === phase && count === transaction) process.kill(process.pid, "SIGKILL");
  };
  const write: Store["write"] = async (work, options) => {
    count++;
    killIf("before");
    const result = await store.write(work, options);
    killIf("after");
    return result;
  };
  return {
    write,
    read: store.read.bind(store),
    tryLock: store.tryLock.bind(store),
    blobs: store.blobs,
    openedAt: store.openedAt,
  } as Store;
}
