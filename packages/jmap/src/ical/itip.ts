/** What invitations, their changes and answers have in common: iTIP (RFC 5546). Pure. */
import { type Component, type Property, propertyOf } from "./content-lines.ts";
import { momentOf, wallTime } from "./zones.ts";

/** A moment as calendars write it: "20300411T080000Z". */
export const utc = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** The address of a mailto: URI (RFC 6068 §2), else the parameter EMAIL (RFC 7986 §6.2). */
export const addressIn = ({ value, params }: Property): string => {
  const written = value
    .trim()
    .replace(/^mailto:/i, "")
    .replace(/\?.*$/, "");
  let address = written;
  try {
    address = decodeURIComponent(written);
  } catch {
    // A percent sign that stands for itself.
  }
  return address.includes("@") ? address : (params.get("EMAIL") ?? "");
};

/** How often an event has been changed. */
export const sequenceOf = (event: Component): number =>
  Number(/^\d{1,9}$/.exec(propertyOf(event, "SEQUENCE")?.value.trim() ?? "")?.[0] ?? 0);

/**
 * Which of a repeated event is meant, as an answer writes it: in UTC where the zone is known, which an answer then need not
 * describe (RFC 5546 §3.2.3).
 * @returns null: all of them, or the only one; undefined: that cannot be read
 */
export function recurrenceIdOf(event: Component, zones: readonly Component[]): string | null | undefined {
  const property = propertyOf(event, "RECURRENCE-ID");
  if (!property) return null;
  const value = property.value.trim();
  const wall = wallTime(value);
  if (wall === undefined) return undefined;
  if (!value.includes("T")) return `;VALUE=DATE:${value}`;
  const tzid = property.params.get("TZID")?.trim() ?? "";
  const moment = tzid === "" ? undefined : momentOf(wall, tzid, zones);
  return `:${moment === undefined ? value : utc(moment)}`;
}
