import { moveAction } from "./move.ts";

export const archive = moveAction(
  { id: "archive", labelKey: "actions.archive", icon: "archive", shortcut: "E", name: "archive", role: "archive" },
  (folder) => folder !== "archive" && folder !== "drafts",
);
