/** Picked files that are pictures: without what their files say beside them, or why they cannot be sent. */
import { cleanPicture, type PictureFault } from "@pismo/jmap/pictures";

/** A file that goes into the letter. */
export interface Picked {
  name: string;
  type: string;
  data: Blob;
  /** Whether its preview can be drawn without a thought of memory. */
  isPreviewable: boolean;
}

export interface Unfit {
  file: File;
  fault: PictureFault | "noPicture";
}

/** Of pixels: a preview takes four octets of memory for each. */
const largestPreview = 2 ** 26;

const saysPicture = (type: string): boolean => /^image\/(?:png|jpeg|gif|webp)$/.test(type);

const isDrawable = ({ width, height }: { width: number; height: number }): boolean => width * height <= largestPreview;

/** Whether a picture that lies in the letter already can be drawn without a thought of memory. */
export async function isPreviewable(file: Blob): Promise<boolean> {
  const picture = cleanPicture(new Uint8Array(await file.arrayBuffer()));
  return typeof picture === "object" && isDrawable(picture);
}

/** By its octets, before anything is decoded. Files of other kinds are taken as they are. */
export async function pick(file: File, type: string): Promise<Picked | Unfit> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const picture = cleanPicture(bytes);
  if (picture === undefined)
    return saysPicture(type)
      ? { file, fault: "noPicture" }
      : { name: file.name, type, data: file, isPreviewable: false };
  if (typeof picture === "string") return { file, fault: picture };
  const isSame = picture.bytes === bytes;
  // Without a sharing of memory that the types leave open
  const data = isSame ? file : new Blob([new Uint8Array(picture.bytes)], { type });
  return { name: file.name, type, data, isPreviewable: isDrawable(picture) };
}
