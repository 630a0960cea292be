import { moveAction } from "./move.ts";

/** Not among the actions of lists: who reports a letter has looked at it. The keyword is what later letters are held against. */
export const reportPhishing = moveAction(
  {
    id: "report-phishing",
    labelKey: "genuine.report",
    icon: "spam",
    name: "reportPhishing",
    role: "junk",
    lesson: { "keywords/$junk": true, "keywords/$notjunk": null, "keywords/$phishing": true },
  },
  (folder) => folder !== "spam" && folder !== "sent" && folder !== "drafts",
);
