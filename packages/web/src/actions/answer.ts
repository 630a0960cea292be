import { isDraft, openCompose } from "../store/index.ts";
import { type Action, type ActionContext, single, some } from "./action.ts";

/** Drafts have no reply: they were not sent. */
const isAnswerable = (context: ActionContext): boolean =>
  single(context) !== undefined && some(context, (row) => !isDraft(row));

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
