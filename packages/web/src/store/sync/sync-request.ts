/** Asks for a sync; many wishes in one moment become one. `sync.ts` does the work. */

/** Milliseconds between syncs while a long action runs: each of its portions would call for one. */
const slowPause = 2000;

const wishes: (() => boolean)[] = [];
let run: (() => void) | undefined;
let longActions = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export function onSyncRequest(work: () => void): void {
  run = work;
}

/** @param isNeeded called when it starts: other data may have made it unnecessary */
export function requestSync(isNeeded: () => boolean = () => true): void {
  wishes.push(isNeeded);
  if (longActions === 0) run?.();
  else
    timer ??= setTimeout(() => {
      timer = undefined;
      run?.();
    }, slowPause);
}

export const hasSyncWishes = (): boolean => wishes.length > 0;

/** Takes the wishes that stand; whether one of them still holds. */
export function takeSyncWishes(): boolean {
  return wishes.splice(0).some((isNeeded) => isNeeded());
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
