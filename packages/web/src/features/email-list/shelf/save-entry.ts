/** Deadlines as a file that calendars take. */
import { writeEntries } from "../../../ical-vcard/index.ts";
import { fileNameOf } from "../../../store/files/file-names.ts";
import type { ShownDeadline } from "../../../store/facts/deadlines.ts";
import { ownIdOf } from "../../../store/session/all-accounts.ts";
import { saveFile } from "../../../ui/save-file.ts";

type Saved = Omit<ShownDeadline, "others">;

/** @returns undefined where calendars have no place for any of them */
export function entryText(entries: readonly Saved[], titleOf: (entry: Saved) => string): string | undefined {
  const { host, origin } = window.location;
  const linkTo = ({ accountId, emailIds: [emailId] }: Saved): string =>
    emailId === undefined ? "" : `${origin}/email/${ownIdOf(emailId)}?account=${encodeURIComponent(accountId)}`;
  return writeEntries(
    entries.map((entry) => ({
      uid: `deadline-${entry.accountId}-${entry.id}@${host}`,
      title: titleOf(entry),
      at: entry.at,
      timeZone: entry.timeZone,
      description: linkTo(entry),
    })),
    Date.now(),
  );
}

export function saveEntry(text: string, title: string): void {
  saveFile(new Blob([text], { type: "text/calendar;charset=utf-8" }), fileNameOf(title, "ics", "event"));
}
