/** What is said to who cannot see it: letters that arrive, what a search has found. `app` says it politely. */
import { createSignal, useSignal } from "./signal.ts";

export interface Announcement {
  /** Key of the text in the catalogues. */
  key: string;
  values: Record<string, string | number>;
  /** Tells the same text, said once more, from the one before. */
  id: number;
}

const latest = createSignal<Announcement | undefined>(undefined);
let lastId = 0;

export function announce(key: string, values: Record<string, string | number> = {}): void {
  latest.set({ key, values, id: ++lastId });
}

export function useAnnouncement(): Announcement | undefined {
  return useSignal(latest);
}
