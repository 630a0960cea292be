/** Images that styles put behind the text. */
import type { ImageSources } from "../clean/images.ts";
import { contentIdOf, isDataImage, remoteUrl } from "../clean/resources.ts";

/** Octets of backgrounds in one message: the same image may stand in a thousand rules. */
const mostBackground = 20_000_000;

interface Backgrounds {
  images: Set<string>;
  trackers: Set<string>;
  backgroundFor(url: string): string | undefined;
  onTracker(url: string): undefined;
}

/** The image of a URL as a `data:` URL, if it is available. */
export function imageOf(address: string, { imageFor, remoteFor }: ImageSources): string | undefined {
  const url = remoteUrl(address);
  const contentId = contentIdOf(address);
  const data = url !== undefined ? remoteFor?.(url) : contentId !== undefined ? imageFor?.(contentId) : undefined;
  return data !== undefined && isDataImage(data) ? data.trim() : undefined;
}

/** Of those that the reader may see, what is there is shown. */
export function backgroundsOf(options: ImageSources & { keepRemote?: boolean }): Backgrounds {
  const { keepRemote } = options;
  const [images, trackers] = [new Set<string>(), new Set<string>()];
  let left = mostBackground;
  return {
    images,
    trackers,
    backgroundFor(address) {
      const url = remoteUrl(address);
      if (url !== undefined) images.add(url);
      if (keepRemote) return undefined;
      const data = imageOf(address, options);
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
