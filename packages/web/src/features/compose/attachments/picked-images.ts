/** Picked files that are images: without what their files say beside them, or why they cannot be sent. */
import { type CleanImage, cleanImage, type ImageFault } from "@pismo/images";
import type { PictureSizes } from "../../../store/drafts/writing.ts";

/** A file that goes into the Email. */
export interface Picked {
  name: string;
  type: string;
  data: Blob;
  /** Whether its preview can be drawn without a thought of memory. */
  isPreviewable: boolean;
  /** Of a picture that was made smaller. */
  sizes?: PictureSizes;
}

export interface Unfit {
  file: File;
  fault: ImageFault | "noPicture";
}

/** Of pixels: a preview takes four octets of memory for each. */
const largestPreview = 2 ** 26;

const claimsImage = (name: string, type: string): boolean =>
  /^image\/(?:png|x-png|apng|p?jpe?g|jpg|gif|webp|bmp|x-ms-bmp|tiff|heic|heif|avif)$/i.test(type) ||
  /\.(?:png|apng|jpe?g|jpe|jfif|pjpe?g|pjp|gif|webp|bmp|tiff?|hei[cf]|avif)$/i.test(name);

const isDrawable = ({ width, height }: { width: number; height: number }): boolean => width * height <= largestPreview;

/** A file that came in an Email: it goes on even where it is no image, or a damaged one. */
export async function recheck(file: Blob, type: string): Promise<Pick<Picked, "data" | "isPreviewable">> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = cleanImage(bytes);
  if (typeof image !== "object") return { data: file, isPreviewable: false };
  return { data: dataOf(image, bytes, file, type), isPreviewable: isDrawable(image) };
}

/** By its octets, before anything is decoded. Files of other kinds are taken as they are. */
export async function pick(file: File, type: string): Promise<Picked | Unfit> {
  const { name } = file;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = cleanImage(bytes);
  if (image === undefined)
    return claimsImage(name, type) ? { file, fault: "noPicture" } : { name, type, data: file, isPreviewable: false };
  if (typeof image === "string") return { file, fault: image };
  const ownType = claimsImage("", type) ? image.type : type;
  return { name, type: ownType, data: dataOf(image, bytes, file, ownType), isPreviewable: isDrawable(image) };
}

const dataOf = (image: CleanImage, bytes: Uint8Array, file: Blob, type: string): Blob =>
  // Copied: the types leave open whether the memory is shared.
  image.bytes === bytes ? file : new Blob([new Uint8Array(image.bytes)], { type });
