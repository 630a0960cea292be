/** What a person reads of a calendar part (RFC 5545), for the search: no names of properties, no numbers, no times. Pure. */

/** Their values are written by people. */
const written = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CATEGORIES", "CONTACT"]);
const people = new Set(["ORGANIZER", "ATTENDEE"]);

/** Backslashes of §3.3.11. */
const unescaped = (value: string): string => value.replaceAll(/\\n/gi, "\n").replaceAll(/\\([,;\\])/g, "$1");

function textOf(line: string): string {
  // A parameter's value may be quoted and contain a colon.
  const [, name = "", parameters = "", value = ""] =
    /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:]*))*)*):(.*)$/.exec(line) ?? [];
  const property = name.toUpperCase();
  if (written.has(property)) return unescaped(value);
  if (!people.has(property)) return "";
  const [, quoted, plain = ""] = /;CN=(?:"([^"]*)"|([^";:]*))/i.exec(parameters) ?? [];
  return `${quoted ?? plain} ${value.replace(/^mailto:/i, "")}`;
}

/** @param calendar with its lines folded (§3.1) */
export const calendarText = (calendar: string): string =>
  calendar
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .map(textOf)
    .filter((text) => text.trim() !== "")
    .join("\n");
