/** The columns of an Email that are derived from its message alone: insert and rebuild share them. */
import type { EmailAddress } from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { baseSubject } from "../threads/base-subject.ts";
import { fold } from "../search/fold.ts";

const MAX_SORT_KEY = 100;

const sortKey = (text: string) => fold(text).trim().slice(0, MAX_SORT_KEY);

/** The name of the first address, or the address where it has none (RFC 8621 §4.4.2). */
const addressKey = (addresses: EmailAddress[] | null) => sortKey(addresses?.[0]?.name || addresses?.[0]?.email || "");

export function emailColumns({ headers, hasAttachment }: ParsedMessage) {
  const sentAt = Date.parse(headers.sentAt ?? "");
  return {
    sent_at: Number.isNaN(sentAt) ? null : sentAt,
    has_attachment: Number(hasAttachment),
    from_key: addressKey(headers.from),
    to_key: addressKey(headers.to),
    subject_key: sortKey(baseSubject(headers.subject ?? "")),
  };
}
