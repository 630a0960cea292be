/** A deadline as a file that calendars take. */
import { writeEntry } from "../../../ical-vcard/index.ts";
import { fileNameOf } from "../../../store/files/file-names.ts";
import type { ShownDeadline } from "../../../store/facts/deadlines.ts";
import { ownIdOf } from "../../../store/session/all-accounts.ts";
import { saveFile } from "../../../ui/save-file.ts";

/** @returns undefined where calendars have no place for it */
export function entryText({ accountId, id, at, timeZone, emailIds }: ShownDeadline, title: string): string | undefined {
  const { host, origin } = window.location;
  const [emailId] = emailIds;
  return writeEntry(
    {
      uid: `deadline-${accountId}-${id}@${host}`,
      title,
      at,
      timeZone,
      description:
        emailId === undefined ? "" : `${origin}/email/${ownIdOf(emailId)}?account=${encodeURIComponent(accountId)}`,
    },
    Date.now(),
  );
}

export function saveEntry(text: string, title: string): void {
  saveFile(new Blob([text], { type: "text/calendar;charset=utf-8" }), fileNameOf(title, "ics", "event"));
}
