import { useCallback, useEffect, useRef, useState } from "react";
import { fetchImage, signImages } from "../../../store/records/remote-images.ts";
import { type MessageImage, messageImage } from "../attachments/image-source.ts";

export interface RemoteImages {
  /** By address. */
  images: ReadonlyMap<string, MessageImage>;
  status: "hidden" | "loading" | "shown";
  /** How many could not be had. */
  failed: number;
  show(urls: readonly string[]): void;
}

/** A browser has six connections to a server: some stay free for everything else while a far server takes its time. */
const atOnce = 3;
/** Octets of all images of a message: they stand in its markup as text. */
const largest = 20_000_000;
const most = 200;
/** Milliseconds after which what has come is shown, before the rest is there. */
const batchDelayMs = 1500;

const none: ReadonlyMap<string, MessageImage> = new Map();

/** The remote images of a message, once its reader wants them. Shown twice at most, so that the text does not jump about. */
export function useRemoteImages(): RemoteImages {
  const [state, setState] = useState<Omit<RemoteImages, "show">>({ images: none, status: "hidden", failed: 0 });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const show = useCallback((urls: readonly string[]) => {
    stop.current?.abort();
    const running = new AbortController();
    stop.current = running;
    setState({ images: none, status: "loading", failed: 0 });
    void load(urls.slice(0, most), running.signal, (images) => setState({ images, status: "loading", failed: 0 })).then(
      (images) => {
        if (!running.signal.aborted) setState({ images, status: "shown", failed: urls.length - images.size });
      },
    );
  }, []);
  return { ...state, show };
}

async function load(
  urls: readonly string[],
  signal: AbortSignal,
  onSome: (images: ReadonlyMap<string, MessageImage>) => void,
): Promise<ReadonlyMap<string, MessageImage>> {
  const images = new Map<string, MessageImage>();
  const signed = await signImages(urls).catch((): Record<string, string> => ({}));
  const waiting = urls.filter((url) => signed[url] !== undefined);
  let size = 0;
  const fetchNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined && !signal.aborted && size < largest; url = waiting.shift()) {
      try {
        const blob = await fetchImage(signed[url]!, signal);
        size += blob.size;
        if (size <= largest) images.set(url, await messageImage(blob));
      } catch {
        // Its alt text stays.
      }
    }
  };
  const timer = setTimeout(() => {
    if (!signal.aborted && images.size > 0) onSome(new Map(images));
  }, batchDelayMs);
  await Promise.all(Array.from({ length: atOnce }, fetchNext));
  clearTimeout(timer);
  return images;
}
