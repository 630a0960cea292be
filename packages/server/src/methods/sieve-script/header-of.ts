/** The header of a letter for a script that is tried on it. */
import type { EmailAddress, EmailHeaders } from "@pismo/jmap";
import type { BlobStore } from "../../store/blobs/blobs.ts";
import type { PastLetter } from "../../store/rules/past-letters.ts";

/** Octets: a header with thousands of recipients is looked at as far as that. */
const MAX_HEADER = 64 * 1024;

const line = (text: string): string => text.replaceAll(/\s+/g, " ");

const addressText = ({ name, email }: EmailAddress): string =>
  name ? `"${line(name).replaceAll(/["\\]/g, "\\$&")}" <${email}>` : email;

const people = (addresses: EmailAddress[] | null) => addresses?.map(addressText).join(", ");

/** The mail server has the message: what lists show of its header. */
function knownHeader({ from, to, cc, subject }: EmailHeaders): Uint8Array {
  const fields = [
    ["From", people(from)],
    ["To", people(to)],
    ["Cc", people(cc)],
    ["Subject", subject === null ? undefined : line(subject)],
  ];
  return Buffer.from(fields.flatMap(([name, value]) => (value ? `${name}: ${value}\r\n` : [])).join(""));
}

/** Empty where the message is missing. */
export async function headerOf(blobs: BlobStore, letter: PastLetter): Promise<Uint8Array> {
  const { blobId, headerStart, bodyStart, known } = letter;
  if (known) return knownHeader(known);
  return (await blobs.getRange(blobId, headerStart, Math.min(bodyStart, headerStart + MAX_HEADER))) ?? Buffer.of();
}
