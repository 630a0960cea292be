/** Announcements for screen readers: new Emails, results of a search. `app` renders them politely. */
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

export const getAnnouncement = (): Announcement | undefined => latest.get();

export function useAnnouncement(): Announcement | undefined {
  return useSignal(latest);
}
