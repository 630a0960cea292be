import type { Id } from "@pismo/jmap";
import { useFromMail } from "../store/index.ts";
import type { Action, ActionContext } from "./action.ts";
import { mayMove } from "./move.ts";

/** Of a whole folder no single Email is asked. */
const noIds: ReadonlySet<Id> = new Set();

/**
 * Those of the actions that there are for the Emails, as folders arrive and Emails change.
 * @param context its selection is the same object until another one is meant
 */
export function useAvailable(candidates: readonly Action[], context: ActionContext): Action[] {
  const { selection } = context;
  const names = useFromMail(selection.kind === "ids" ? selection.ids : noIds, () =>
    candidates
      .filter((action) => action.isAvailable(context))
      .map(({ id }) => id)
      .join(" "),
  ).split(" ");
  return candidates.filter(({ id }) => names.includes(id));
}

/** Whether the Emails may be moved, as folders arrive and Emails change. */
export function useMayMove(context: ActionContext): boolean {
  const { selection } = context;
  return useFromMail(selection.kind === "ids" ? selection.ids : noIds, () => mayMove(context));
}
