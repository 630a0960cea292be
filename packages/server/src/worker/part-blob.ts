/**
 * Blob ids of parts: "Bhash" is a message, "Bhash_1-2" its part 1.2, "Bhash_2_1" part 1 of the letter that is attached
 * as its part 2. They name content by where it lies, so nothing is stored twice.
 */
import type { Id } from "@pismo/jmap";
import { decodePart, findPart } from "../mime/body.ts";
import type { PartNode } from "../mime/part.ts";
import { scan } from "../mime/scan.ts";

/** A letter in a letter in a letter …: deeper ids are not resolved. */
const MAX_NESTING = 8;

export const partBlobId = (containerBlobId: Id, partId: string): Id =>
  `${containerBlobId}_${partId.replaceAll(".", "-")}`;

/** The stored blob that an id begins with. */
export const baseBlobId = (blobId: Id): Id => blobId.split("_", 1)[0] ?? blobId;

export interface BlobContent {
  bytes: Uint8Array;
  /** The part that it is, when it is one. */
  part: PartNode | undefined;
}

/**
 * The content of a blob or of a part.
 * @param load gives a stored blob's octets
 */
export async function loadBlob(
  blobId: Id,
  load: (blobId: Id) => Promise<Uint8Array | undefined>,
): Promise<BlobContent | undefined> {
  const [base = "", ...path] = blobId.split("_");
  if (path.length > MAX_NESTING) return undefined;
  const stored = await load(base);
  if (!stored) return undefined;
  let bytes: Uint8Array = stored;
  let part: PartNode | undefined;
  for (const step of path) {
    part = /^\d+(-\d+)*$/.test(step) ? findPart(scan(bytes), step.replaceAll("-", ".")) : undefined;
    if (!part) return undefined;
    bytes = decodePart(bytes, part);
  }
  return { bytes, part };
}
