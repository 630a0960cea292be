import type { Translation } from "../catalogue.ts";
import type { unsaved as russian } from "../ru/unsaved.ts";

export const unsaved: Translation<typeof russian> = {
  question: "Leave without saving?",
  what: "What you have changed here is not saved yet.",
  stay: "Stay",
  leave: "Leave",
};
