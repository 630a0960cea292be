/** Performs an action, after its question where it has one. The question stands until `app` has shown it and got the answer. */
import { createSignal, useSignal } from "../store/signal.ts";
import type { Action, ActionContext } from "./action.ts";

export interface PendingAction {
  action: Action;
  context: ActionContext;
  question: { key: string; values: { count: number; unread?: number } };
  /** Called once it was performed. */
  onPerformed: (() => void) | undefined;
}

const pending = createSignal<PendingAction | undefined>(undefined);

/** @param onPerformed e.g. leaves the page of an Email that was moved away; not called when the person says no */
export function runAction(action: Action, context: ActionContext, onPerformed?: () => void): void {
  const question = action.question?.(context);
  if (question) {
    pending.set({ action, context, question, onPerformed });
    return;
  }
  void action.perform(context);
  onPerformed?.();
}

/** The answer to the question that stands. */
export function answerQuestion(isYes: boolean): void {
  const asked = pending.get();
  pending.set(undefined);
  if (!asked || !isYes) return;
  void asked.action.perform(asked.context);
  asked.onPerformed?.();
}

export function usePendingAction(): PendingAction | undefined {
  return useSignal(pending);
}
