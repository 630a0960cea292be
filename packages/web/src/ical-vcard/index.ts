/** Calendars and address cards in Emails, read. */
export { type Attendee, type CalendarEvent, type EventTime, type Person, readCalendar } from "./calendar.ts";
export { answerIn, type GivenAnswer, type Invitation, invitedAs, writeAnswer } from "./invitation.ts";
export { type PersonCard, readCards } from "./vcard.ts";
export { type Entry, writeEntries } from "./entry.ts";
export { addressIn, momentOf, wallTime } from "@pismo/jmap/ical";
