import type { Translation } from "../catalogue.ts";
import type { cards as russian } from "../ru/cards.ts";

export const cards: Translation<typeof russian> = {
  kind: {
    invitation: "Invitation",
    cancelled: "The meeting is cancelled",
    answer: "Answer to an invitation",
    event: "Event",
  },
  person: "Contact card",
  noSummary: "Without a name",
  when: "When",
  where: "Where",
  organizer: "Organizer",
  attendees: "Participants",
  answerOf: "Answer",
  inItsZone: "Where it is set: {{time}} ({{zone}})",
  unknownZone: "The time is that of the zone “{{zone}}”",
  noTime: "No time is given",
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
    none: "no answer",
  },
  more_one: "and {{count}} more",
  more_other: "and {{count}} more",
  organization: "Organization",
  title: "Position",
  emails: "E-mail",
  phones: "Phone",
  addresses: "Address",
};
