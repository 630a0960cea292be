/** The message of an Email, with its fault: a damaged one does not fail the other Emails of a response. */
import type { Id } from "@pismo/jmap";
import { unpackAhead } from "../../mime/parse/unpack.ts";
import { type BlobFault, readChecked } from "../../store/blobs/verify-blobs.ts";
import { isBroken } from "../../store/mail/broken-email.ts";
import { knownFaults } from "../../store/blobs/damaged-blobs.ts";
import type { EmailRecord } from "../../store/mail/emails.ts";
import type { RequestContext } from "../context.ts";
import type { Source } from "./record.ts";

/** A larger message of the right size is damaged only where `pismo check` found so: hashing blocks. */
const MAX_HASHED_BYTES = 1 << 20;

export type Message = Pick<Source, "parsed" | "bytes"> & { fault: BlobFault | undefined };

/** @throws StoreError blobElsewhere */
export async function messageOf({ store, mime }: RequestContext, accountId: Id, record: EmailRecord): Promise<Message> {
  const { bytes, fault } = await readChecked(store.blobsOf(accountId), record.blobId, record.size, MAX_HASHED_BYTES);
  const parsed = isBroken(record) && bytes ? await mime.parse(bytes) : record;
  if (bytes) await unpackAhead(bytes, parsed.structure, (container) => mime.unpack(container));
  // A message whose hash matches again was repaired by hand.
  const isUnverified = bytes === undefined || bytes.length > MAX_HASHED_BYTES;
  const known = fault || !isUnverified ? undefined : await store.read((reader) => knownFaults(reader, [record.blobId]));
  return { parsed, bytes, fault: fault ?? known?.get(record.blobId) };
}
