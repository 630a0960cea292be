/** Whether a message may name its senders: RFC 8621 §7.5, RFC 5322 §3.6.2. */
import { type Id, SetFailure } from "@pismo/jmap";
import { addressesIn, type SenderFields, senderFieldsOf } from "../../mime/headers/sender-fields.ts";
import { getEmails } from "../../store/mail/emails.ts";
import type { Store } from "../../store/db/store.ts";

/** No legitimate header is longer. */
const MAX_HEADER_BYTES = 1_000_000;

/** The originator fields of these Emails, as they will be sent. undefined: the header has no end. */
export async function sendersOf(
  store: Store,
  accountId: Id,
  emailIds: readonly Id[],
): Promise<Map<Id, SenderFields | undefined>> {
  const emails = await store.read((reader) => getEmails(reader, accountId, [...emailIds]));
  const senders = new Map<Id, SenderFields | undefined>();
  for (const { id, blobId, size } of emails) {
    const start = await store.blobsOf(accountId).getRange(blobId, 0, Math.min(size, MAX_HEADER_BYTES));
    if (start) senders.set(id, fieldsIn(start, size));
  }
  return senders;
}

function fieldsIn(start: Uint8Array, size: number): SenderFields | undefined {
  // Programs agree on the end of a header: the first empty line.
  const end = /\r\n\r\n|\n\r?\n|\r\r/.exec(Buffer.from(start).toString("latin1"))?.index;
  if (end === undefined && size > start.length) return undefined;
  return senderFieldsOf(start.subarray(0, end ?? start.length));
}

const unclear = (description: string): SetFailure =>
  new SetFailure({ type: "invalidEmail", properties: ["from"], description });

/** @throws SetFailure invalidEmail */
export function assertOneSender(fields: SenderFields | undefined): asserts fields {
  if (!fields) throw unclear("The header of the letter is too long");
  if (fields.from.length !== 1 || fields.sender.length > 1) throw unclear("The letter does not say who sends it");
}

/** The addresses in all originator fields. */
export const addressesOf = ({ from, sender, resent }: SenderFields): string[] => [
  ...new Set([...from, ...sender, ...resent].flatMap(addressesIn)),
];
