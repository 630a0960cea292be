/** Asks for a sync; many wishes in one moment become one. `sync.ts` does the work. */
let run: (() => void) | undefined;

export function onSyncRequest(work: () => void): void {
  run = work;
}

export function requestSync(): void {
  run?.();
}
