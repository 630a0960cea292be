/** Which of the attached pictures could be smaller, and as what they go. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Attachment } from "../attachments.ts";
import { beyondRoom } from "./beyond-room.ts";
import { mayBeLarge, type PictureSize, pictureSizes, shrink } from "./shrink.ts";

export type ChosenSize = PictureSize | "original";

type Made = Partial<Record<PictureSize, Blob>> & { original: Blob };

export interface SmallerPictures {
  /** Octets of all of them in each size; empty: there is nothing to choose. */
  sizes: readonly { size: ChosenSize; octets: number }[];
  chosen: ChosenSize;
  choose(size: ChosenSize): void;
}

/** A size that a picture does not have is the next larger one. */
function dataIn(made: Made, size: ChosenSize): Blob {
  if (size === "medium") return made.medium ?? made.large ?? made.original;
  return size === "large" ? (made.large ?? made.original) : made.original;
}

export interface SmallerPicturesOptions {
  attachments: readonly Attachment[];
  /** Octets that files can still take. */
  room: number;
  /** Gives a file other octets. @returns its new key */
  onExchange(key: string, data: Blob): string;
  /** A size was chosen; where some do not fit in it, all stay as they are. */
  onChoose(tooMuch: readonly { name: string; size: number }[]): void;
}

export function useSmallerPictures({
  attachments,
  room,
  onExchange,
  onChoose,
}: SmallerPicturesOptions): SmallerPictures {
  const [made, setMade] = useState<ReadonlyMap<string, Made>>(new Map());
  const [chosen, setChosen] = useState<ChosenSize>("original");
  const looked = useRef(new Set<string>());
  /** Keys of what is attached; none once the form has gone. */
  const present = useRef(new Set<string>());
  /** @returns the key under which it goes */
  const take = (key: string, data: Blob): string => {
    const next = onExchange(key, data);
    looked.current.add(next);
    return next;
  };
  // What is picked later goes as the others do.
  const note = useEffectEvent((key: string, each: Made): void => {
    const wanted = dataIn(each, chosen);
    const next = wanted === each.original ? key : take(key, wanted);
    setMade((before) => new Map([...before, [next, each]]));
  });
  useEffect(() => {
    present.current = new Set(attachments.map(({ key }) => key));
    for (const { key, type, size, data, img } of attachments) {
      // Without a preview it is too large to be drawn at all.
      if (!data || !img || looked.current.has(key)) continue;
      looked.current.add(key);
      if (!mayBeLarge({ type, size })) continue;
      shrink(data, type, () => present.current.has(key)).then(
        (smaller) => {
          if (Object.keys(smaller).length > 0) note(key, { original: data, ...smaller });
        },
        // It goes as it is.
        () => undefined,
      );
    }
    return () => {
      present.current = new Set();
    };
  }, [attachments]);

  const there = attachments.flatMap(({ key, name, size, data }) => {
    const each = made.get(key);
    return each ? [{ key, name, octets: size, data, made: each }] : [];
  });
  const hasSize = (size: PictureSize): boolean => there.some(({ made: each }) => each[size] !== undefined);
  const offered: ChosenSize[] = there.length > 0 ? ["original", ...pictureSizes.filter(hasSize)] : [];
  return {
    sizes: offered.map((size) => ({
      size,
      octets: there.reduce((sum, { made: each }) => sum + dataIn(each, size).size, 0),
    })),
    chosen,
    choose(size) {
      const grown = there.map(({ name, octets, made: each }) => {
        const next = dataIn(each, size).size;
        return { name, size: next, growth: next - octets };
      });
      const tooMuch = beyondRoom(grown, room);
      onChoose(tooMuch);
      if (tooMuch.length > 0) return;
      setChosen(size);
      const taken = there.map(({ key, data, made: each }): [string, Made] => {
        const wanted = dataIn(each, size);
        return [wanted === data ? key : take(key, wanted), each];
      });
      setMade(new Map(taken));
    },
  };
}
