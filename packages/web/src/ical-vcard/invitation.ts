/** Answers to invitations: iTIP (RFC 5546 §3.2.3). Pure. */
import { addressKey } from "@pismo/jmap";
import {
  addressIn,
  type Component,
  type Property,
  propertiesOf,
  propertyOf,
  readComponents,
  recurrenceIdOf,
  sequenceOf,
  textOf,
  utc,
} from "@pismo/jmap/ical";
import { calendarText, escaped, oneLine } from "./written-lines.ts";

/** What an answer repeats of the invitation, as it stands there. */
export interface Invitation {
  uid: string;
  /** How often it has been changed. */
  sequence: number;
  organizer: Property;
  attendees: readonly Property[];
  summary: string;
  /** Which of a repeated event is meant; null: all of them, or the only one. */
  recurrenceId: string | null;
}

export type GivenAnswer = "accepted" | "tentative" | "declined";

const statusOf: Readonly<Record<GivenAnswer, string>> = {
  accepted: "ACCEPTED",
  tentative: "TENTATIVE",
  declined: "DECLINED",
};

/** As it was written, where that is an address. */
const uriOf = (property: Property): string => {
  const value = oneLine(property.value.trim());
  return /^mailto:[^?]*@/i.test(value) ? value : `mailto:${encodeURI(oneLine(addressIn(property)))}`;
};

/** @returns null where none can be answered */
export function invitationOf(event: Component, zones: readonly Component[]): Invitation | null {
  const uid = propertyOf(event, "UID")?.value.trim() ?? "";
  const organizer = propertyOf(event, "ORGANIZER");
  if (uid === "" || !organizer || !addressIn(organizer).includes("@")) return null;
  return {
    uid,
    sequence: sequenceOf(event),
    organizer,
    attendees: propertiesOf(event, "ATTENDEE"),
    summary: textOf(propertyOf(event, "SUMMARY")),
    recurrenceId: recurrenceIdOf(event, zones) ?? null,
  };
}

/** Which of a person's addresses is invited. */
export const invitedAs = ({ attendees }: Invitation, own: readonly string[]): Property | undefined => {
  const keys = new Set(own.map(addressKey));
  return attendees.find((attendee) => keys.has(addressKey(addressIn(attendee))));
};

/** RFC 5545 §3.1: a quoted value may hold all but quotes and control characters. */
const parameter = (name: string, value: string): string => `;${name}="${value.replaceAll(/["\p{Cc}]/gu, "")}"`;

const nameOf = (property: Property): string => {
  const name = property.params.get("CN")?.trim() ?? "";
  return name === "" ? "" : parameter("CN", name);
};

/** @param now in milliseconds */
export function writeAnswer(invitation: Invitation, attendee: Property, answer: GivenAnswer, now: number): string {
  const { uid, sequence, organizer, summary, recurrenceId } = invitation;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pismo//Pismo//EN",
    "METHOD:REPLY",
    "BEGIN:VEVENT",
    `UID:${oneLine(uid)}`,
    ...(recurrenceId === null ? [] : [`RECURRENCE-ID${oneLine(recurrenceId)}`]),
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(now)}`,
    `ORGANIZER${nameOf(organizer)}:${uriOf(organizer)}`,
    `ATTENDEE;PARTSTAT=${statusOf[answer]}${nameOf(attendee)}:${uriOf(attendee)}`,
    ...(summary === "" ? [] : [`SUMMARY:${escaped(summary)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return calendarText(lines);
}

const answerOf = new Map(Object.entries(statusOf).map(([answer, status]) => [status, answer as GivenAnswer]));

/**
 * What an answer of one's own says of this very event: of another one of a repeated event, or of the event before it was
 * changed, it says nothing.
 */
export function answerIn(calendar: string, invitation: Invitation): GivenAnswer | undefined {
  for (const { name, components } of readComponents(calendar)) {
    for (const event of name === "VCALENDAR" ? components : []) {
      const answered = invitationOf(event, []);
      const isSame =
        answered?.uid === invitation.uid &&
        answered.recurrenceId === invitation.recurrenceId &&
        answered.sequence >= invitation.sequence;
      const status = propertyOf(event, "ATTENDEE")?.params.get("PARTSTAT")?.toUpperCase() ?? "";
      if (isSame && answerOf.has(status)) return answerOf.get(status);
    }
  }
  return undefined;
}
