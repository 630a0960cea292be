import type { Translation } from "../catalogue.ts";
import type { deadlines as russian } from "../ru/deadlines.ts";

export const deadlines: Translation<typeof russian> = {
  label: "Things from letters",
  week_one: "{{count}} thing in the next 7 days",
  week_other: "{{count}} things in the next 7 days",
  next: "{{when}} — {{what}}",
  list: "Things in the next 7 days",
  kind: {
    payment: "Pay",
    discount: "Pay with discount",
    departure: "Departure",
    delivery: "Delivery",
    appointment: "Appointment",
    event: "Event",
  },
  named: "{{kind}}: {{title}}",
  timed: "{{day}}, {{time}}",
  done: "Done: {{what}}",
  more: "More: {{what}}",
  tomorrow: "Remind me tomorrow",
  weekend: "Remind me at the weekend",
  nextWeek: "Remind me next week",
  calendar: "Add to calendar",
  dismiss: "Not this",
  hide: "Hide for a week",
  isDone: "Done: {{what}}",
  isLater: "Later: {{what}}",
  isDismissed: "Not a thing to do any more: {{what}}",
  isHidden: "Things from letters are hidden for a week",
  notHidden: "They could not be hidden. Try again",
  notSaved: "It was not saved: {{reason}}",
};
