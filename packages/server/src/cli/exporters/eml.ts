/** Letters as files, a directory for each folder. Flags do not travel this way; an mbox takes them along. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getEmails } from "../../store/emails.ts";
import type { EmailRecord } from "../../store/emails.ts";
import { writeDirectoryAtomically } from "./atomic.ts";
import type { ExportOptions } from "./letters.ts";

/** Gives how many letters were written; one that lies in several folders is written once, into the first. */
export function exportEml({ store, accountId, letters, target, onProgress }: ExportOptions): Promise<number> {
  return writeDirectoryAtomically(target, async (dir) => {
    let octets = 0;
    let count = 0;
    for (const { id, size, folders } of letters) {
      const found = await store.read(async (reader) => {
        const [record] = await getEmails(reader, accountId, [id]);
        return record && { record, bytes: await store.blobs.get(record.blobId) };
      });
      // Deleted since the list was made.
      if (!found?.bytes) continue;
      const folder = join(dir, ...(folders[0] ?? []).map(fileName));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, nameOf(found.record));
      await writeFile(file, found.bytes, { mode: 0o600, flag: "wx" });
      await utimes(file, found.record.receivedAt, found.record.receivedAt);
      octets += size;
      count += 1;
      onProgress({ octets, letters: count });
    }
    return count;
  });
}

/** "2026-11-21 e42 Subject.eml": in order of time, and never twice the same. */
function nameOf({ id, receivedAt, headers }: EmailRecord): string {
  const subject = fileName(headers.subject ?? "")
    .slice(0, 60)
    .trim();
  return `${receivedAt.toISOString().slice(0, 10)} ${id}${subject === "_" ? "" : ` ${subject}`}.eml`;
}

/** What any file system takes as a name. */
function fileName(text: string): string {
  const name = text
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, "_")
    .trim()
    // Hidden, or the way up; after the trimming, which may bring a dot to the front.
    .replace(/^\.+/, "_");
  return name === "" ? "_" : name;
}
