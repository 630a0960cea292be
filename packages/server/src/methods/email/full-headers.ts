/** The full header of an Email, read from its message where the store has a short form (mime/headers/short-headers.ts). */
import type { EmailHeaders } from "@pismo/jmap";
import { headerProperties } from "../../mime/headers/header-members.ts";
import type { EmailRecord } from "../../store/mail/emails.ts";
import type { Reader } from "../../store/db/store.ts";
import type { MimePool } from "../../worker/pool.ts";

/**
 * @param properties those for which isHeaderMember is true
 * @returns an object as JSON; undefined where the message is not here, or its header cannot be read in time
 */
export async function fullHeaderMembers(
  { blobs }: Pick<Reader, "blobs">,
  mime: MimePool,
  { blobId, structure }: EmailRecord,
  properties: readonly string[],
): Promise<string | undefined> {
  const header = await blobs.getRange(blobId, structure.headerStart, structure.bodyStart);
  return header && mime.members(header, properties);
}

export async function fullHeaders(reader: Reader, mime: MimePool, record: EmailRecord): Promise<EmailHeaders> {
  if (!record.isShortened) return record.headers;
  const json = await fullHeaderMembers(reader, mime, record, [...headerProperties]);
  return json === undefined ? record.headers : (JSON.parse(json) as EmailHeaders);
}
