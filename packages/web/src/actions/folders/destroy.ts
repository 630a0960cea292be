import { selectedCount } from "../../store/index.ts";
import { type Action, may, performEdit, shownMailbox } from "../action.ts";

/** Out of the trash, for ever: after a question, because there is no way back. */
export const destroy: Action = {
  id: "destroy",
  labelKey: "actions.destroy",
  icon: "trash",
  shortcut: "Delete",
  alias: "#",
  leaves: true,
  isAvailable: (context) => context.folder === "trash" && may(context, "mayRemoveItems"),
  question: ({ selection }) => ({ key: "actions.confirmDestroy", values: { count: selectedCount(selection) } }),
  perform: (context) =>
    performEdit(context, { kind: "destroy", from: shownMailbox(context)?.id }, "destroy", { leaves: true }),
};
