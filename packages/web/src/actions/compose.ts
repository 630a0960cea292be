import { isDraft, openCompose as open } from "../store/index.ts";
import { type Action, single, some } from "./action.ts";

export const openCompose: Action = {
  id: "open-compose",
  labelKey: "actions.compose",
  icon: "compose",
  shortcut: "C",
  isAvailable: () => true,
  perform: () => open(),
};

/** Takes a draft up again. */
export const editDraft: Action = {
  id: "edit-draft",
  labelKey: "actions.edit",
  icon: "pencil",
  isAvailable: (context) => single(context) !== undefined && some(context, isDraft),
  perform: (context) => {
    const emailId = single(context);
    if (emailId !== undefined) open({ kind: "draft", emailId });
  },
};
