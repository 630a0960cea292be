/**
 * Blob ids of parts: "Bhash" is a message, "Bhash_1-2" its part 1.2, "Bhash_2_1" part 1 of the message attached as its
 * part 2, or of the container (TNEF) that is part 2. They address content by its section, so nothing is stored twice.
 */
import type { Id } from "@pismo/jmap";
import { decodePart, findPart } from "../mime/parse/body.ts";
import type { PartNode } from "../mime/parse/part.ts";
import { scan } from "../mime/parse/scan.ts";
import { isContainer } from "../mime/parse/unpack.ts";
import type { MimePool } from "./pool.ts";

/** Maximum depth of messages within messages: deeper ids are not resolved. */
const MAX_NESTING = 8;

export const partBlobId = (containerBlobId: Id, partId: string): Id =>
  `${containerBlobId}_${partId.replaceAll(".", "-").replaceAll("/", "_")}`;

/** "B" and a sha-256 in base64url, which may itself contain "_". */
const BASE_LENGTH = 44;

export interface BlobContent {
  bytes: Uint8Array;
  /** The part, if the id names one. */
  part: PartNode | undefined;
}

/**
 * The content of a blob or of a part.
 * @param load returns the octets of a stored blob
 * @param mime unpacks containers, whose cost the sender of a message chooses
 */
export async function loadBlob(
  blobId: Id,
  load: (blobId: Id) => Promise<Uint8Array | undefined>,
  mime: Pick<MimePool, "unpack">,
): Promise<BlobContent | undefined> {
  const [rest, ...path] = blobId.slice(BASE_LENGTH).split("_");
  if (rest !== "" || path.length > MAX_NESTING) return undefined;
  const stored = await load(blobId.slice(0, BASE_LENGTH));
  if (!stored) return undefined;
  let bytes: Uint8Array = stored;
  let part: PartNode | undefined;
  for (const step of path) {
    if (part && isContainer(part)) bytes = (await mime.unpack(bytes)) ?? bytes;
    part = /^\d+(-\d+)*$/.test(step) ? findPart(scan(bytes), step.replaceAll("-", ".")) : undefined;
    if (!part) return undefined;
    bytes = decodePart(bytes, part);
  }
  return { bytes, part };
}
