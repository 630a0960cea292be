import type { Translation } from "../catalogue.ts";
import type { snooze as russian } from "../ru/snooze.ts";

export const snooze: Translation<typeof russian> = {
  action: "Snooze",
  title: "Snooze until",
  laterToday: "Later today",
  tomorrow: "Tomorrow morning",
  weekend: "At the weekend",
  nextWeek: "Next week",
  pick: "Pick a time …",
  pickTitle: "When to bring it back",
  confirm: "Snooze",
  folder: "Snoozed",
  done_one: "{{count}} letter snoozed: {{date}}",
  done_other: "{{count}} letters snoozed: {{date}}",
  letters_one: "{{count}} letter",
  letters_other: "{{count}} letters",
  back_one: "{{count}} letter is back in its place",
  back_other: "{{count}} letters are back in their place",
  until: "Comes back: {{date}}",
  state: "This letter is snoozed",
  change: "Another time",
  wake: "Bring back now",
  returned: "came back",
  away: "snoozed",
};
