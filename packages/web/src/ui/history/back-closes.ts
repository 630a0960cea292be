/**
 * The browser's Back closes what is open over the page, the topmost first. There is one entry of the history for all of it,
 * with the address of the page: it comes with the first that opens, and goes with the last that closes.
 */
import { useEffect, useEffectEvent } from "react";
import { DRAWER_WIDTH } from "../widths.ts";

/** Where the navigation is a drawer. */
const isPhone = (): boolean => window.innerWidth < DRAWER_WIDTH;

interface Opened {
  close: () => void;
}

const opened: Opened[] = [];
let removal: Promise<void> | undefined;
/** The entry was the current one when this was last looked at. */
let wasCurrent = false;
let timer: ReturnType<typeof setTimeout> | undefined;

interface EntryState {
  /** React Router's number of the entry. */
  idx?: number;
  isOverPage?: boolean;
}

const stateOf = (): EntryState | null => window.history.state as EntryState | null;

export const isEntryCurrent = (): boolean => stateOf()?.isOverPage === true;

export const isEntryLeaving = (): boolean => removal !== undefined;

/** Resolves when the entry is no longer the current one. */
export async function leaveEntry(): Promise<void> {
  if (!removal && !isEntryCurrent()) return;
  removal ??= new Promise((resolve) => {
    const left = (): void => {
      removal = undefined;
      resolve();
    };
    window.addEventListener("popstate", left, { once: true });
    window.history.back();
  });
  await removal;
}

function settle(): void {
  if (removal) return;
  const isCurrent = isEntryCurrent();
  if (opened.length > 0 && !isCurrent) {
    const state = stateOf();
    window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, isOverPage: true }, "");
  } else if (opened.length === 0 && isCurrent) void leaveEntry();
  wasCurrent = isEntryCurrent();
}

/** Once what a click does is done: one thing may close and another open. */
export function settleSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(settle);
}

window.addEventListener("popstate", () => {
  if (!removal && wasCurrent && !isEntryCurrent()) opened.at(-1)?.close();
  wasCurrent = isEntryCurrent();
  // It may not have closed, or Forward has led to an entry that nothing is open for.
  settleSoon();
});
// After a reload nothing is open.
settleSoon();

/** @param isEverywhere on wide screens too */
export function useBackCloses(isOpen: boolean, close: () => void, isEverywhere = false): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !(isEverywhere || isPhone())) return undefined;
    const own = { close: () => onBack() };
    opened.push(own);
    settleSoon();
    return () => {
      opened.splice(opened.indexOf(own), 1);
      settleSoon();
    };
  }, [isOpen, isEverywhere]);
}

/** For what is open while it is mounted. */
export function BackCloses({ onBack }: { onBack: () => void }): null {
  useBackCloses(true, onBack);
  return null;
}
