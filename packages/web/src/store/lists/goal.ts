/** Where a list is to go: set by "go to date". */
import type { LiveList } from "./live-list.ts";
import { createSignal, useSignal } from "../signal.ts";

interface Goal {
  list: LiveList;
  index: number;
}

export const goal = createSignal<Goal | undefined>(undefined);

/** Where the list with this key is to go: another object for every wish. */
export const useGoal = (key: string): Goal | undefined =>
  useSignal(goal, (now) => (now?.list.key === key ? now : undefined));
