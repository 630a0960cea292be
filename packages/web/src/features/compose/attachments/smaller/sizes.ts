/** A picture in the sizes in which it can go. */
import { cleanImage } from "@pismo/images";
import type { PictureSizes } from "../../../../store/drafts/writing.ts";
import { mayBeLarge, type PictureSize, pictureSizes, shrink } from "./shrink.ts";

export type ChosenSize = PictureSize | "original";

/** A size that a picture does not have is the next larger one. */
export function dataIn(sizes: PictureSizes, size: ChosenSize): Blob {
  if (size === "medium") return sizes.medium ?? sizes.large ?? sizes.original;
  return size === "large" ? (sizes.large ?? sizes.original) : sizes.original;
}

/** The one in which all of them go. */
export function chosenIn(files: readonly { size: number; sizes?: PictureSizes }[]): ChosenSize {
  const isIn = (chosen: ChosenSize): boolean =>
    files.every(({ size, sizes }) => !sizes || dataIn(sizes, chosen).size === size);
  return (["original", ...pictureSizes] as const).find(isIn) ?? "original";
}

/**
 * @param isWanted asked when its turn has come
 * @returns undefined where there is no smaller one: it goes as it is
 */
export async function sizesOf(
  data: Blob,
  type: string,
  isWanted = (): boolean => true,
): Promise<PictureSizes | undefined> {
  if (!mayBeLarge({ type, size: data.size })) return undefined;
  const smaller = await shrink(data, type, isWanted).catch(() => ({}));
  return Object.keys(smaller).length > 0 ? { original: data, ...smaller } : undefined;
}

async function longestSideOf(data: Blob): Promise<number> {
  const image = cleanImage(new Uint8Array(await data.arrayBuffer()));
  return typeof image === "object" ? Math.max(image.width, image.height) : 0;
}

/**
 * Of a picture that another browser has made smaller: its octets stand for those that this one makes in as many pixels.
 * @returns undefined where there is nothing to choose
 */
export async function sizesAround(original: Blob, smaller: Blob, type: string): Promise<PictureSizes | undefined> {
  const sizes = await sizesOf(original, type);
  if (!sizes) return undefined;
  const side = await longestSideOf(smaller);
  for (const size of pictureSizes) {
    const made = sizes[size];
    if (made && (await longestSideOf(made)) === side) return { ...sizes, [size]: smaller };
  }
  return undefined;
}
