/** Letters that an earlier page had minimised, on their way to the bar at the bottom of this one. */
import { createSignal, useSignal } from "../signal.ts";
import type { LetterRequest } from "./compose-request.ts";

export interface ReturnedLetter {
  /** No request has such a number. */
  id: number;
  request: LetterRequest;
  subject: string;
  /** They stand in this order. */
  minimisedAt: number;
}

const returned = createSignal<readonly ReturnedLetter[]>([]);
let lastId = 0;

export const returnMinimised = (letter: Omit<ReturnedLetter, "id">): void =>
  returned.set([...returned.get(), { ...letter, id: --lastId }]);

/** Gives those that have come, and those that come. @returns ends it */
export function followReturned(take: (letters: readonly ReturnedLetter[]) => void): () => void {
  const give = (): void => {
    const letters = returned.get();
    if (letters.length === 0) return;
    returned.set([]);
    take(letters);
  };
  give();
  return returned.subscribe(give);
}

/** Some have come, and wait to be taken. */
export const useHasReturned = (): boolean => useSignal(returned, (letters) => letters.length > 0);
