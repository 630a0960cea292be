/** Pictures of a letter that is made here: without what their files say beside them (docs/decisions: pictures-that-are-sent). */
import { type Id, SetFailure } from "@pismo/jmap";
import type { PictureFault } from "@pismo/jmap/pictures";
import type { NewBodyPart, NewEmailObject } from "../../mime/compose.ts";
import { isPictureType } from "../../mime/picture-type.ts";
import type { BlobContent } from "../../worker/part-blob.ts";
import type { MimePool } from "../../worker/pool.ts";

const problems: Record<PictureFault, string> = {
  damaged: "is damaged: not all of the picture is there",
  tooManyPixels: "has too many pixels",
  notCleanable: "is a picture of a kind that may say where it was taken; PNG, JPEG, WebP and GIF are sent without that",
};

function* filesIn({ bodyStructure, textBody, htmlBody, attachments }: NewEmailObject): Generator<NewBodyPart> {
  const open = [bodyStructure ?? [], textBody ?? [], htmlBody ?? [], attachments ?? []].flat();
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.blobId) yield part;
    open.push(...(part.subParts ?? []));
  }
}

/**
 * The octets that go into the letter, by blob id. A part gets the type of the picture that it is, and what is none
 * becomes a file that no program opens by itself. An upload that cannot be cleaned is refused; what comes out of a letter is out
 * in the world already, and is sent on as such a file.
 * @throws SetFailure invalidProperties
 */
export async function cleanFiles(
  email: NewEmailObject,
  files: ReadonlyMap<Id, BlobContent>,
  mime: MimePool,
): Promise<Map<Id, Uint8Array>> {
  const cleaned = new Map<Id, Awaited<ReturnType<MimePool["clean"]>>>();
  for (const [blobId, { bytes }] of files) cleaned.set(blobId, await mime.clean(bytes));
  for (const part of filesIn(email)) {
    const picture = cleaned.get(part.blobId!);
    const isSaid = isPictureType(part.type ?? "");
    if (typeof picture === "object") {
      if (isSaid || !part.type) part.type = picture.type;
    } else if (picture && !files.get(part.blobId!)?.part) {
      const description = `The file "${part.name ?? part.blobId}" ${problems[picture]}`;
      throw new SetFailure({ type: "invalidProperties", properties: ["attachments"], description });
    } else if (isSaid || picture) part.type = "application/octet-stream";
  }
  const octets = [...files].map(([blobId, { bytes }]): [Id, Uint8Array] => {
    const picture = cleaned.get(blobId);
    return [blobId, typeof picture === "object" ? picture.bytes : bytes];
  });
  return new Map(octets);
}
