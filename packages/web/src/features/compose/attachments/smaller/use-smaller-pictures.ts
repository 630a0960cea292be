/** Which of the attached pictures could be smaller, and as what they go. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { PictureSizes } from "../../../../store/drafts/writing.ts";
import type { Attachment } from "../attachment.ts";
import { beyondRoom } from "./beyond-room.ts";
import { type PictureSize, pictureSizes } from "./shrink.ts";
import { type ChosenSize, chosenIn, dataIn, sizesOf } from "./sizes.ts";

export interface SmallerPictures {
  /** Octets of all of them in each size; empty: there is nothing to choose. */
  sizes: readonly { size: ChosenSize; octets: number }[];
  chosen: ChosenSize;
  choose(size: ChosenSize): void;
}

export interface SmallerPicturesOptions {
  attachments: readonly Attachment[];
  /** Octets that files can still take. */
  room: number;
  /** Says in which sizes a file can go, and gives it the octets of one. */
  onSizes(key: string, sizes: PictureSizes, size: ChosenSize): void;
  /** A size was chosen; where some do not fit in it, all stay as they are. */
  onChoose(size: ChosenSize, tooMuch: readonly { name: string; size: number }[]): void;
}

export function useSmallerPictures({ attachments, room, onSizes, onChoose }: SmallerPicturesOptions): SmallerPictures {
  const [wanted, setWanted] = useState<ChosenSize>();
  const chosen = wanted ?? chosenIn(attachments);
  const looked = useRef(new Set<Blob>());
  /** Keys of what is attached; none once the form has gone. */
  const present = useRef(new Set<string>());
  // What is picked later goes as the others do.
  const note = useEffectEvent((key: string, sizes: PictureSizes): void => onSizes(key, sizes, chosen));
  useEffect(() => {
    present.current = new Set(attachments.map(({ key }) => key));
    for (const { key, type, data, img, sizes } of attachments) {
      // Without a preview it is too large to be drawn at all.
      if (!data || !img || sizes || looked.current.has(data)) continue;
      looked.current.add(data);
      void sizesOf(data, type, () => present.current.has(key)).then((found) => found && note(key, found));
    }
    return () => {
      present.current = new Set();
    };
  }, [attachments]);

  const there = attachments.flatMap(({ key, name, size, sizes }) =>
    sizes ? [{ key, name, octets: size, sizes }] : [],
  );
  const hasSize = (size: PictureSize): boolean => there.some(({ sizes }) => sizes[size] !== undefined);
  const offered: ChosenSize[] = there.length > 0 ? ["original", ...pictureSizes.filter(hasSize)] : [];
  return {
    sizes: offered.map((size) => ({
      size,
      octets: there.reduce((sum, { sizes }) => sum + dataIn(sizes, size).size, 0),
    })),
    chosen,
    choose(size) {
      const grown = there.map(({ name, octets, sizes }) => {
        const next = dataIn(sizes, size).size;
        return { name, size: next, growth: next - octets };
      });
      const tooMuch = beyondRoom(grown, room);
      onChoose(size, tooMuch);
      if (tooMuch.length > 0) return;
      setWanted(size);
      for (const { key, sizes } of there) onSizes(key, sizes, size);
    },
  };
}
