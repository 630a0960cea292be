import { SUBMIT_PENDING } from "@pismo/jmap";
import { isDraft, openCompose } from "../store/index.ts";
import { type Action, type ActionContext, single, some } from "./action.ts";

/**
 * Drafts have no reply: they were not sent. Nor has what waits to be sent: to go on with it takes it back, which a key that
 * means something else must not do.
 */
const isAnswerable = (context: ActionContext): boolean =>
  single(context) !== undefined && some(context, (row) => !isDraft(row) && !row.keywords[SUBMIT_PENDING]);

/** Opens the popup with what one Email calls for. */
function answerAction(
  kind: "reply" | "replyAll" | "forward",
  { id, icon, shortcut }: Pick<Action, "id" | "icon"> & { shortcut: string },
): Action {
  return {
    id,
    labelKey: `actions.${kind}`,
    icon,
    shortcut,
    isAvailable: isAnswerable,
    perform: (context) => {
      const emailId = single(context);
      if (emailId !== undefined) openCompose({ kind, emailId });
    },
  };
}

export const reply = answerAction("reply", { id: "reply", icon: "reply", shortcut: "R" });
export const replyAll = answerAction("replyAll", { id: "reply-all", icon: "reply-all", shortcut: "A" });
export const forward = answerAction("forward", { id: "forward", icon: "forward", shortcut: "F" });
