import type { Translation } from "../catalogue.ts";
import type { times as russian } from "../ru/times.ts";

export const times: Translation<typeof russian> = {
  when: "Day and time",
  zone: "Time zone: {{zone}}",
  limit_one: "At most {{count}} day from now.",
  limit_other: "At most {{count}} days from now.",
  cancel: "Cancel",
  problem: {
    missing: "Choose a day and a time",
    past: "This time has passed",
    tooLate_one: "A letter can wait for {{count}} day at most",
    tooLate_other: "A letter can wait for {{count}} days at most",
  },
};
