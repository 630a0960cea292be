/** A picture for a signature from a file: small, because it goes with every letter. */
import { cleanImage } from "@pismo/images";
import { inPixels } from "../attachments/smaller/shrink.ts";
import { pictureOf, type SignaturePicture } from "../sender/signature-pictures.ts";

/** Octets of all pictures of one signature. */
export const MAX_SIGNATURE_PICTURES = 150_000;

/** Of the longer side, in pixels; the first that is small enough is taken. */
const sides = [480, 320, 200];

/** Nothing larger is read into memory. */
const MAX_FILE = 50_000_000;

const octetsOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/**
 * @param room octets that it may have
 * @returns why it cannot be taken
 */
export async function signaturePicture(file: File, room: number): Promise<SignaturePicture | "noPicture" | "tooLarge"> {
  if (file.size > MAX_FILE) return "tooLarge";
  const octets = await octetsOf(file);
  const image = cleanImage(octets);
  const whole = pictureOf(octets);
  if (typeof image !== "object" || !whole) return "noPicture";
  const isSmall = Math.max(image.width, image.height) <= sides[0]!;
  if (whole.data.size <= room && (isSmall || image.isAnimated)) return whole;
  if (image.isAnimated) return "tooLarge";
  for (const side of sides) {
    const smaller = await inPixels(whole.data, whole.type, side).catch(() => undefined);
    const picture = smaller && smaller.size <= room ? pictureOf(await octetsOf(smaller)) : undefined;
    if (picture) return picture;
  }
  return "tooLarge";
}
