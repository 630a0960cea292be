/** Messages as one mboxrd file, with flags and folders above each (readers/export-fields.ts). */
import { readChecked } from "../../store/blobs/verify-blobs.ts";
import { getEmails } from "../../store/mail/emails.ts";
import type { EmailRecord } from "../../store/mail/emails.ts";
import { writeExportFields } from "../readers/export-fields.ts";
import { withLf } from "../readers/line-ends.ts";
import { writeFileAtomically } from "./atomic.ts";
import type { ExportOptions, ListedEmail } from "./emails.ts";

const LF = 0x0a;

/** Returns the number of messages. */
export function exportMbox({ store, accountId, emails, target, onProgress, onFault }: ExportOptions): Promise<number> {
  return writeFileAtomically(target, async (file) => {
    let bytes = 0;
    let count = 0;
    for (const email of emails) {
      const found = await store.read(async (reader) => {
        const [record] = await getEmails(reader, accountId, [email.id]);
        return record && { record, ...(await readChecked(store.blobsOf(accountId), record.blobId, record.size)) };
      });
      // Destroyed since the list was read.
      if (!found) continue;
      if (found.fault) onFault({ blobId: found.record.blobId, fault: found.fault });
      // The readable part of a damaged message is exported.
      if (!found.bytes) continue;
      await file.writeFile(entry(found.record, email, found.bytes));
      bytes += email.size;
      count += 1;
      onProgress({ bytes, messages: count });
    }
    return count;
  });
}

function entry(record: EmailRecord, { folders }: ListedEmail, bytes: Uint8Array): Uint8Array {
  const converted = withLf(bytes);
  const content = quote(converted ?? bytes);
  const hasAddedLineEnd = content.at(-1) !== LF;
  const fields = writeExportFields({
    keywords: record.keywords,
    folders,
    hasConvertedLineEnds: converted !== undefined,
    hasAddedLineEnd,
  });
  const sender = (record.headers.from?.[0]?.email ?? "").replaceAll(/[^\x21-\x7e]/g, "") || "MAILER-DAEMON";
  const head = `From ${sender} ${asctime(record.receivedAt)}\n${fields}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(hasAddedLineEnd ? "\n\n" : "\n")]);
}

const marker = Buffer.from("From ");

/** One more ">" before every line of ">"s and "From " (mboxrd). */
function quote(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: Buffer[] = [];
  let done = 0;
  for (let at = buffer.indexOf(marker); at >= 0; at = buffer.indexOf(marker, at + 1)) {
    let lineStart = at;
    while (buffer[lineStart - 1] === 0x3e) lineStart -= 1;
    if (lineStart > 0 && buffer[lineStart - 1] !== LF) continue;
    pieces.push(buffer.subarray(done, lineStart), Buffer.from(">"));
    done = lineStart;
  }
  return Buffer.concat([...pieces, buffer.subarray(done)]);
}

/** "Thu Sep  5 20:06:20 2002", in UTC. */
function asctime(date: Date): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = date.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}
