import { moveAction } from "./move.ts";

export const notSpam = moveAction(
  {
    id: "not-spam",
    labelKey: "actions.notSpam",
    icon: "not-spam",
    shortcut: "!",
    name: "notSpam",
    role: "inbox",
    lesson: { "keywords/$junk": null, "keywords/$notjunk": true, "keywords/$phishing": null },
  },
  (folder) => folder === "spam",
);
