import { moveAction } from "./move.ts";

export const reportSpam = moveAction(
  {
    id: "report-spam",
    labelKey: "actions.reportSpam",
    icon: "spam",
    shortcut: "!",
    name: "reportSpam",
    role: "junk",
    lesson: { "keywords/$junk": true, "keywords/$notjunk": null },
  },
  (folder) => folder !== "spam" && folder !== "sent" && folder !== "drafts",
);

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
