import { moveAction } from "./move.ts";

/** To the trash. In the trash it is replaced by `destroy`. */
export const deleteEmails = moveAction(
  {
    id: "delete",
    labelKey: "actions.delete",
    icon: "trash",
    shortcut: "Delete",
    alias: "#",
    name: "delete",
    role: "trash",
  },
  (folder) => folder !== "trash",
);
