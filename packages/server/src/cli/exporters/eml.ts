/** Messages as files, a directory per folder. Flags are not exported; an mbox holds them. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import { getEmails } from "../../store/mail/emails.ts";
import type { EmailRecord } from "../../store/mail/emails.ts";
import { writeDirectoryAtomically } from "./atomic.ts";
import type { ExportOptions } from "./emails.ts";

/** Returns the number of messages; one in several folders is written once, into the first. */
export function exportEml({ store, accountId, emails, target, onProgress, onFault }: ExportOptions): Promise<number> {
  return writeDirectoryAtomically(target, async (dir) => {
    let bytes = 0;
    let count = 0;
    for (const { id, size, folders } of emails) {
      const found = await store.read(async (reader) => {
        const [record] = await getEmails(reader, accountId, [id]);
        return record && { record, ...(await readChecked(store.blobsOf(accountId), record.blobId, record.size)) };
      });
      // Destroyed since the list was read.
      if (!found) continue;
      if (found.fault) onFault({ blobId: found.record.blobId, fault: found.fault });
      // The readable part of a damaged message is exported.
      if (!found.bytes) continue;
      const folder = join(dir, ...(folders[0] ?? []).map(fileName));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, nameOf(found.record));
      await writeFile(file, found.bytes, { mode: 0o600, flag: "wx" });
      await utimes(file, found.record.receivedAt, found.record.receivedAt);
      bytes += size;
      count += 1;
      onProgress({ bytes, messages: count });
    }
    return count;
  });
}

/** "2026-11-21 e42 Subject.eml": sorts by time, and is unique. */
function nameOf({ id, receivedAt, headers }: EmailRecord): string {
  const subject = fileName(
    Array.from(headers.subject ?? "")
      .slice(0, 60)
      .join(""),
  );
  return `${receivedAt.toISOString().slice(0, 10)} ${id}${subject === "_" ? "" : ` ${subject}`}.eml`;
}

/** A valid name on every file system. */
function fileName(text: string): string {
  const name = text
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, "_")
    .trim()
    // No hidden file, and no parent directory; after trimming, which may move a dot to the front.
    .replace(/^\.+/, "_")
    // Windows takes no dot at the end, and opens a device by such a name.
    .replace(/(?<!\.)\.+$/, "_")
    .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, "$&_");
  return name === "" ? "_" : name;
}
