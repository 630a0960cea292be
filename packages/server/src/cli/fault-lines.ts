/** Describes Emails with damaged messages for a person. */
import type { FaultyMessage } from "../store/backup/describe-emails.ts";

/** A line per Email; for an unreferenced blob, a line for the blob. */
export function faultLines(faults: readonly FaultyMessage[]): string {
  return faults
    .flatMap(({ blobId, fault, emails }) => {
      const what = fault === "missing" ? "its message is missing" : "its message is damaged";
      if (emails.length === 0) return [`An upload, or a letter in the outbox (${blobId}): it is ${fault}\n`];
      return emails.map(({ account, folder, subject, from, receivedAt, emailId }) => {
        const title = subject ? `"${shown(subject)}"` : "(no subject)";
        const sender = from ? ` from ${shown(from)}` : "";
        const date = receivedAt.toISOString().slice(0, 16).replace("T", " ");
        return `${account}, ${folder === null ? "no folder" : shown(folder)}: ${title}${sender}, ${date} (${emailId}): ${what}\n`;
      });
    })
    .join("");
}

/** External text is printed on a terminal: without control characters. */
const shown = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, " ").slice(0, 200);
