import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import { selectedEmails, useFromMail } from "../store/index.ts";
import type { Action, ActionContext } from "./action.ts";
import { mayMove } from "./folders/move.ts";

/** Of a whole folder no single Email is asked. */
const useSelectedEmails = ({ selection }: ActionContext): ReadonlySet<Id> =>
  useMemo(() => new Set(selectedEmails(selection)), [selection]);

/**
 * Those of the actions that there are for the Emails, as folders arrive and Emails change.
 * @param context its selection is the same object until another one is meant
 */
export function useAvailable(candidates: readonly Action[], context: ActionContext): Action[] {
  const names = useFromMail(useSelectedEmails(context), () =>
    candidates
      .filter((action) => action.isAvailable(context))
      .map(({ id }) => id)
      .join(" "),
  ).split(" ");
  return candidates.filter(({ id }) => names.includes(id));
}

/** Whether the Emails may be moved, as folders arrive and Emails change. */
export function useMayMove(context: ActionContext): boolean {
  return useFromMail(useSelectedEmails(context), () => mayMove(context));
}
