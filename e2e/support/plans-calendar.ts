/** The calendar of an invitation to "Plans for the summer", by anna, in 2030. */
export const plansCalendar = (lines: readonly string[], method: "REQUEST" | "CANCEL" = "REQUEST"): string =>
  [
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    "UID:plans@calendar.example",
    "SUMMARY:Plans for the summer",
    "DTSTART:20300411T080000Z",
    "DTEND:20300411T093000Z",
    "ORGANIZER;CN=Anna:mailto:anna@pismo.localhost",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** Invites the person whose mailbox is open. */
export const toYou = "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:you@pismo.localhost";
