import type { Translation } from "../catalogue.ts";
import type { reminders as russian } from "../ru/reminders.ts";

export const reminders: Translation<typeof russian> = {
  title: "Remind me if no answer comes",
  description: "The letter comes to the top of the inbox if no answer has come by then.",
  days: "After how many days",
  daysProblem: "From 1 to {{max}} days",
  confirm: "Remind me",
  none: "Do not remind",
  cancel: "Cancel",
};
