/** Asks for a sync; several requests in one moment become one. `sync.ts` does the work. */

/** Milliseconds between syncs while a long action runs: each of its portions would call for one. */
const slowPause = 2000;

const pending: (() => boolean)[] = [];
let run: (() => void) | undefined;
let longActions = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Its code comes after the list: what was requested before is done then. */
export function onSyncRequest(work: () => void): void {
  run = work;
  if (isSyncPending()) work();
}

/** @param isNeeded called when it starts: other data may have made it unnecessary */
export function requestSync(isNeeded: () => boolean = () => true): void {
  pending.push(isNeeded);
  if (longActions === 0) run?.();
  else
    timer ??= setTimeout(() => {
      timer = undefined;
      run?.();
    }, slowPause);
}

export const isSyncPending = (): boolean => pending.length > 0;

/** Clears the pending requests. @returns whether one of them is still needed. */
export function takeSyncRequests(): boolean {
  return pending.splice(0).some((isNeeded) => isNeeded());
}

/** Syncs seldom until what this gives is called. */
export function slowSync(): () => void {
  longActions++;
  return () => {
    longActions--;
    clearTimeout(timer);
    timer = undefined;
    requestSync();
  };
}
