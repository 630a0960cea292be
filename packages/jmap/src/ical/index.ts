/** Calendars read (RFC 5545): their lines, and the moments that their times mean. Apart from the contract, as vCards are. */
export type { Appointment, EventRevision } from "./appointment.ts";
export { type Component, type Property, propertiesOf, propertyOf, readComponents, textOf } from "./content-lines.ts";
export { addressIn, recurrenceIdOf, sequenceOf, utc } from "./itip.ts";
export { knownZone, momentOf, type WallTime, wallTime } from "./zones.ts";
