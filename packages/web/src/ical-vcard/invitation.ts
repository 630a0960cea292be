/** Answers to invitations: iTIP (RFC 5546 §3.2.3). Pure. */
import { addressKey } from "@pismo/jmap";
import { type Component, type Property, propertiesOf, propertyOf, textOf } from "./content-lines.ts";
import { momentOf, wallTime } from "./zones.ts";

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

export const addressIn = ({ value, params }: Property): string => {
  const address = value.trim().replace(/^mailto:/i, "");
  return address.includes("@") ? address : (params.get("EMAIL") ?? "");
};

/** In UTC where the zone is known, which an answer then need not describe (RFC 5546 §3.2.3). */
function recurrenceIdOf(event: Component, zones: readonly Component[]): string | null {
  const property = propertyOf(event, "RECURRENCE-ID");
  if (!property) return null;
  const value = property.value.trim();
  const wall = wallTime(value);
  if (wall === undefined) return null;
  if (!value.includes("T")) return `;VALUE=DATE:${value}`;
  const tzid = property.params.get("TZID")?.trim() ?? "";
  const moment = tzid === "" ? undefined : momentOf(wall, tzid, zones);
  return `:${moment === undefined ? value : utc(moment)}`;
}

/** @returns null where none can be answered */
export function invitationOf(event: Component, zones: readonly Component[]): Invitation | null {
  const uid = propertyOf(event, "UID")?.value.trim() ?? "";
  const organizer = propertyOf(event, "ORGANIZER");
  if (uid === "" || !organizer || !addressIn(organizer).includes("@")) return null;
  return {
    uid,
    sequence: Number(/^\d{1,9}$/.exec(propertyOf(event, "SEQUENCE")?.value.trim() ?? "")?.[0] ?? 0),
    organizer,
    attendees: propertiesOf(event, "ATTENDEE"),
    summary: textOf(propertyOf(event, "SUMMARY")),
    recurrenceId: recurrenceIdOf(event, zones),
  };
}

/** Which of a person's addresses is invited. */
export const invitedAs = ({ attendees }: Invitation, own: readonly string[]): Property | undefined => {
  const keys = new Set(own.map(addressKey));
  return attendees.find((attendee) => keys.has(addressKey(addressIn(attendee))));
};

const utc = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** RFC 5545 §3.3.11. */
const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll("\n", String.raw`\n`);

/** RFC 5545 §3.1: a quoted value may hold all but quotes and control characters. */
const parameter = (name: string, value: string): string => `;${name}="${value.replaceAll(/["\p{Cc}]/gu, "")}"`;

/** No value of the invitation begins a line of its own. */
const oneLine = (value: string): string => value.replaceAll(/\p{Cc}/gu, "");

const MAX_LINE_OCTETS = 75;

/** RFC 5545 §3.1: a line of at most 75 octets; a character is never split. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = "";
  let octets = 0;
  for (const char of line) {
    const size = new TextEncoder().encode(char).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(current);
      current = " ";
      octets = 1;
    }
    current += char;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

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
    `ORGANIZER${nameOf(organizer)}:mailto:${oneLine(addressIn(organizer))}`,
    `ATTENDEE;PARTSTAT=${statusOf[answer]}${nameOf(attendee)}:mailto:${oneLine(addressIn(attendee))}`,
    ...(summary === "" ? [] : [`SUMMARY:${escaped(summary)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}
