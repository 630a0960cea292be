/** Pictures that a client has uploaded: RFC 9610 §3. */
import { type Id, SetFailure } from "@pismo/jmap";
import { imageType } from "../../mime/parse/image-type.ts";
import { accountBlobs } from "../blob/open-blob.ts";
import { isObject } from "../checks.ts";
import type { Call } from "../context.ts";
import { invalidProperties } from "../standard/set.ts";

/** A client makes a picture smaller before. */
const MAX_PICTURE_BYTES = 500_000;

/** The Media of a card or a patch that name a blob. */
function mediaWithBlob(given: Record<string, unknown>): Record<string, unknown>[] {
  const media = Object.entries(given).flatMap(([key, value]) =>
    key === "media" && isObject(value) ? Object.values(value) : /^media\/[^/]+$/.test(key) ? [value] : [],
  );
  return media.filter(
    (each): each is Record<string, unknown> =>
      isObject(each) && typeof each["blobId"] === "string" && each["uri"] === undefined,
  );
}

/** What became of the blobs of records. */
export interface Pictures {
  failures: ReadonlyMap<object, SetFailure>;
  /** Records in which a URI stands for a blob now. */
  taken: ReadonlySet<object>;
}

/** Puts the content of blobs into the records, which then need no blob: what a card says is in the card. */
export async function takePictures(
  accountId: Id,
  records: readonly Record<string, unknown>[],
  call: Call,
): Promise<Pictures> {
  const media = records.map(mediaWithBlob);
  const ids = media.flat().map(({ blobId }) => call.createdIds.resolve(blobId as Id));
  const failures = new Map<object, SetFailure>();
  const taken = new Set<object>();
  if (ids.length === 0) return { failures, taken };
  const load = await accountBlobs(call.context, accountId, ids);
  for (const [index, record] of records.entries()) {
    for (const each of media[index]!) {
      const failure = await takePicture(each, load, call);
      if (failure) failures.set(record, failure);
      else taken.add(record);
    }
  }
  return { failures, taken };
}

async function takePicture(
  media: Record<string, unknown>,
  load: Awaited<ReturnType<typeof accountBlobs>>,
  { createdIds }: Call,
): Promise<SetFailure | undefined> {
  const blobId = createdIds.resolve(media["blobId"] as Id);
  const blob = await load(blobId);
  if (!blob) return new SetFailure({ type: "blobNotFound", notFound: [blobId] });
  const type = imageType(blob.bytes);
  // RFC 9610 §3.5: what is no image is refused.
  if (!type) return invalidProperties(["media"], "The blob is no picture");
  if (blob.bytes.length > MAX_PICTURE_BYTES)
    return new SetFailure({ type: "tooLarge", maxSize: MAX_PICTURE_BYTES, description: "The picture is too large" });
  delete media["blobId"];
  media["mediaType"] = type;
  media["uri"] = `data:${type};base64,${Buffer.from(blob.bytes).toString("base64")}`;
  return undefined;
}
