/** The letters that have a form in this page, for what goes from one to another. */
import { useSyncExternalStore } from "react";
import type { ComposeSession } from "../session/compose-session.ts";

export interface OpenLetter {
  id: number;
  session: ComposeSession;
}

let letters: readonly OpenLetter[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenLetter[]): void {
  letters = next;
  for (const listener of listeners) listener();
}

/** @returns its form is gone */
export function noteLetter(letter: OpenLetter): () => void {
  change([...letters, letter]);
  return () => change(letters.filter((each) => each !== letter));
}

/** What the form of a letter writes; undefined: it has none. */
export const sessionOf = (id: number): ComposeSession | undefined =>
  letters.find((letter) => letter.id === id)?.session;

/** What is written in the form of a letter; undefined: it has none, or nothing is. */
export function writtenIn(id: number): ComposeSession | undefined {
  const session = sessionOf(id);
  return session?.isWritten ? session : undefined;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Beside the one of a form. */
export const useOtherLetters = (session: ComposeSession): readonly OpenLetter[] =>
  useSyncExternalStore(subscribe, () => letters).filter((each) => each.session !== session);
