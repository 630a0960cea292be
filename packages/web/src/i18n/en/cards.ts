import type { Translation } from "../catalogue.ts";
import type { cards as russian } from "../ru/cards.ts";

export const cards: Translation<typeof russian> = {
  kind: {
    invitation: "Invitation",
    cancelled: "The meeting is cancelled",
    answer: "Reply to an invitation",
    event: "Event",
  },
  person: "Contact card",
  noSummary: "Untitled",
  when: "When",
  where: "Where",
  organizer: "Organizer",
  attendees: "Participants",
  answerOf: "Reply",
  inItsZone: "Local time there: {{time}} ({{zone}})",
  unknownZone: "Time zone: “{{zone}}”",
  noTime: "No time given",
  repeated: {
    daily: "Repeats every day",
    weekly: "Repeats every week",
    monthly: "Repeats every month",
    yearly: "Repeats every year",
    other: "Repeats",
  },
  answer: {
    accepted: "is coming",
    declined: "is not coming",
    tentative: "may come",
    none: "no reply",
  },
  more_one: "and {{count}} more",
  more_other: "and {{count}} more",
  organization: "Organization",
  title: "Position",
  emails: "E-mail",
  phones: "Phone",
  addresses: "Address",
};
