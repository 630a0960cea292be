/** A letter's message with what is wrong with it: one that is damaged takes no other letter of an answer with it. */
import { unpackAhead } from "../../mime/parse/unpack.ts";
import { type BlobFault, readChecked } from "../../store/blobs/verify-blobs.ts";
import { isBroken } from "../../store/mail/broken-email.ts";
import { knownFaults } from "../../store/blobs/damaged-blobs.ts";
import type { EmailRecord } from "../../store/mail/emails.ts";
import type { RequestContext } from "../context.ts";
import type { Source } from "./record.ts";

/** A larger message is taken for whole where it has its size and `pismo check` has not found otherwise: hashing blocks. */
const MAX_HASHED_BYTES = 1 << 20;

export type Message = Pick<Source, "parsed" | "bytes"> & { fault: BlobFault | undefined };

/** @throws StoreError blobElsewhere */
export async function messageOf({ store, mime }: RequestContext, record: EmailRecord): Promise<Message> {
  const { bytes, fault } = await readChecked(store.blobs, record.blobId, record.size, MAX_HASHED_BYTES);
  const known = await store.read((reader) => knownFaults(reader, [record.blobId]));
  const parsed = isBroken(record) && bytes ? await mime.parse(bytes) : record;
  if (bytes) await unpackAhead(bytes, parsed.structure, (container) => mime.unpack(container));
  // A message that was marked and is whole by now was mended by hand.
  const isStillMarked = bytes === undefined || bytes.length > MAX_HASHED_BYTES;
  return { parsed, bytes, fault: fault ?? (isStillMarked ? known.get(record.blobId) : undefined) };
}
