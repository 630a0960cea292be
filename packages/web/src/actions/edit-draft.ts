import { isDraft, openCompose } from "../store/index.ts";
import { type Action, single, some } from "./action.ts";

/** Takes a draft up again. */
export const editDraft: Action = {
  id: "edit-draft",
  labelKey: "actions.edit",
  icon: "pencil",
  isAvailable: (context) => single(context) !== undefined && some(context, isDraft),
  perform: (context) => {
    const emailId = single(context);
    if (emailId !== undefined) openCompose({ kind: "draft", emailId });
  },
};
