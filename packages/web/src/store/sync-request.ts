/** Asks for a sync; many wishes in one moment become one. `sync.ts` does the work. */

/** Milliseconds between syncs while a long action runs: each of its portions would call for one. */
const slowPause = 2000;

let run: (() => void) | undefined;
let longActions = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function onSyncRequest(work: () => void): void {
  run = work;
}

export function requestSync(): void {
  if (longActions === 0) run?.();
  else
    timer ??= setTimeout(() => {
      timer = undefined;
      run?.();
    }, slowPause);
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
