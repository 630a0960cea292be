/** Of the files that are picked, those that an Email takes, and why it does not take the others. */
import { type AcceptedTypes, sortFiles } from "./accepted-files.ts";
import type { Attachment } from "./attachment.ts";
import { pick, type Picked, type Unfit } from "./picked-images.ts";
import { previewOf } from "./previews.ts";
import { mayBeLarge } from "./smaller/shrink.ts";
import { type ChosenSize, dataIn, sizesOf } from "./smaller/sizes.ts";

/** The rejected files of a selection, for the person to read. */
export interface LeftOut {
  /** Of no accepted type. */
  invalid: File[];
  /** Images that cannot be opened, or not be cleaned. */
  unfit: Unfit[];
  /** Over the limit of one file. */
  tooLarge: readonly { name: string; size: number }[];
  /** Together with what is attached over the limit of an Email. */
  tooMuch: readonly { name: string; size: number }[];
  /** Nothing of the selection was of an accepted type. */
  isAll: boolean;
}

/** What became of a selection. */
export interface Taken {
  added: readonly Attachment[];
  leftOut: LeftOut;
}

export interface AttachmentLimits {
  types: AcceptedTypes;
  /** Octets of one file, and of all together. */
  maxSizeUpload: number;
  maxSizeAttachments: number;
}

interface Target {
  /** In which pictures go. */
  size: ChosenSize;
  /** Octets that files can still take; asked when they are known, as others may have come by then. */
  room: () => number;
  /** They are pictures that stand in the text. */
  isInText: boolean;
}

/** Takes what is of an accepted type and small enough; says what was left out. */
export async function takeFitting(picked: File[], limits: AttachmentLimits, target: Target): Promise<Taken> {
  const { taken, leftOut: invalid } = await sortFiles(picked, limits.types);
  const isChosen = target.size !== "original";
  const mayFit = ({ file: { size }, type }: (typeof taken)[number]): boolean =>
    size <= limits.maxSizeUpload || (isChosen && mayBeLarge({ type, size }));
  const all = await Promise.all(taken.filter(mayFit).map(({ file, type }) => pick(file, type)));
  const fit = all.flatMap((each) => ("fault" in each ? [] : [each]));
  const sized = isChosen ? await inChosenSize(fit, limits, target) : fit;
  const isOver = ({ data }: Picked): boolean => data.size > limits.maxSizeUpload;
  const made = await Promise.all(sized.filter((each) => !isOver(each)).map(newAttachment));
  const files = made.map((file) => (target.isInText ? { ...file, cid: `${file.key}@pismo` } : file));
  let room = target.room();
  const added = files.filter(({ size }) => size <= room && ((room -= size), true));
  const leftOut = {
    invalid,
    tooLarge: [
      ...taken.filter((each) => !mayFit(each)).map(({ file }) => file),
      ...sized.filter(isOver).map(({ name, data }) => ({ name, size: data.size })),
    ],
    unfit: all.filter((each) => "fault" in each),
    tooMuch: files.filter((file) => !added.includes(file)),
    isAll: picked.length > 0 && taken.length === 0,
  };
  return { added, leftOut };
}

/** Pictures that do not fit as they are may fit in the size that was chosen; else they are made smaller once they are shown. */
async function inChosenSize(picked: Picked[], { maxSizeUpload }: AttachmentLimits, target: Target): Promise<Picked[]> {
  const sizes = picked.map(({ data }) => data.size);
  if (sizes.every((size) => size <= maxSizeUpload) && sizes.reduce((sum, size) => sum + size, 0) <= target.room())
    return picked;
  return Promise.all(
    picked.map(async (each) => {
      const found = each.isPreviewable ? await sizesOf(each.data, each.type) : undefined;
      return found ? { ...each, data: dataIn(found, target.size), sizes: found } : each;
    }),
  );
}

async function newAttachment({ name, type, data, isPreviewable, sizes }: Picked): Promise<Attachment> {
  const img = isPreviewable ? await previewOf(data, type) : undefined;
  const made: Attachment = { key: crypto.randomUUID(), name, type, size: data.size, data, progress: 0 };
  return { ...made, ...(img && { img }), ...(sizes && { sizes }) };
}
