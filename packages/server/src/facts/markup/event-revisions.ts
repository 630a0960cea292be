/** Which states of events the calendar parts of a letter tell of (RFC 5546 §2.1.5). Pure. */
import { addressKey } from "@pismo/jmap";
import { addressIn, type EventRevision, propertyOf, recurrenceIdOf, sequenceOf, wallTime } from "@pismo/jmap/ical";
import type { PlannedEvent } from "./planned-events.ts";

/** In characters: what is longer is no name that a calendar program gives, and no address. */
const MAX_UID = 250;
const MAX_ADDRESS = 320;
/** Whether it has nothing that the engines cannot store. */
export const isStorable = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

/** @param receivedAt milliseconds: for an event that does not say when it was written */
function revisionOf({ event, isCancelled, zones }: PlannedEvent, receivedAt: number): EventRevision | undefined {
  const uid = propertyOf(event, "UID")?.value.trim() ?? "";
  const property = propertyOf(event, "ORGANIZER");
  const organizer = property ? addressKey(addressIn(property)) : "";
  const recurrenceId = recurrenceIdOf(event, zones);
  const isNamed = uid !== "" && uid.length <= MAX_UID && organizer.includes("@") && organizer.length <= MAX_ADDRESS;
  if (!isNamed || !isStorable(uid + organizer)) return undefined;
  // Of this time and all that follow: no calendar writes it any more.
  const isOfMany = propertyOf(event, "RECURRENCE-ID")?.params.has("RANGE") === true;
  if (recurrenceId === undefined || isOfMany) return undefined;
  const stamp = wallTime(propertyOf(event, "DTSTAMP")?.value ?? "") ?? receivedAt;
  return { uid, organizer, recurrenceId, sequence: sequenceOf(event), stamp, isCancelled };
}

/** The first of each event and time. @param receivedAt milliseconds */
export function revisionsIn(events: readonly PlannedEvent[], receivedAt: number): EventRevision[] {
  const found = new Map<string, EventRevision>();
  for (const planned of events) {
    const revision = revisionOf(planned, receivedAt);
    if (!revision) continue;
    const key = JSON.stringify([revision.uid, revision.recurrenceId]);
    if (!found.has(key)) found.set(key, revision);
  }
  return [...found.values()];
}
