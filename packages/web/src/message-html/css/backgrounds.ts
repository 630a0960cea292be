/** Pictures that styles put behind the text. */
import type { PictureSources } from "../clean/images.ts";
import { contentIdOf, isDataImage, remoteUrl } from "../clean/resources.ts";

/** Octets of backgrounds in one letter: the same picture may stand in a thousand rules. */
const mostBackground = 20_000_000;

interface Backgrounds {
  pictures: Set<string>;
  trackers: Set<string>;
  backgroundFor(url: string): string | undefined;
  onTracker(url: string): undefined;
}

/** The image of a URL as a `data:` URL, if it is available. */
export function pictureOf(address: string, { imageFor, remoteFor }: PictureSources): string | undefined {
  const url = remoteUrl(address);
  const contentId = contentIdOf(address);
  const data = url !== undefined ? remoteFor?.(url) : contentId !== undefined ? imageFor?.(contentId) : undefined;
  return data !== undefined && isDataImage(data) ? data.trim() : undefined;
}

/** Of those that the reader may see, what is there is shown. */
export function backgroundsOf(options: PictureSources & { keepRemote?: boolean }): Backgrounds {
  const { keepRemote } = options;
  const [pictures, trackers] = [new Set<string>(), new Set<string>()];
  let left = mostBackground;
  return {
    pictures,
    trackers,
    backgroundFor(address) {
      const url = remoteUrl(address);
      if (url !== undefined) pictures.add(url);
      if (keepRemote) return undefined;
      const data = pictureOf(address, options);
      if (data === undefined) return undefined;
      left -= data.length;
      return left < 0 ? undefined : data;
    },
    onTracker(address) {
      const url = remoteUrl(address);
      if (url !== undefined) trackers.add(url);
    },
  };
}
