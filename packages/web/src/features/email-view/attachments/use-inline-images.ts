import { cleanImage } from "@pismo/images";
import { useEffect, useMemo, useState } from "react";
import { type FullEmail } from "../../../store/index.ts";
import { fetchBlob } from "../../../store/records/blobs.ts";
import { inlineParts } from "./body-parts.ts";
import { type MessageImage, messageImage } from "./image-source.ts";

/** A larger image is shown among the attachments only: as text in a document it would weigh too much. */
const largest = 8_000_000;

const none: ReadonlyMap<string, MessageImage> = new Map();

/** The images in a message's HTML by content id. All at once, so that the frame is drawn twice at most. */
export function useInlineImages(email: FullEmail): ReadonlyMap<string, MessageImage> {
  const [images, setImages] = useState(none);
  const { htmlBody, bodyValues, attachments } = email;
  const parts = useMemo(() => inlineParts({ htmlBody, bodyValues, attachments }), [htmlBody, bodyValues, attachments]);
  useEffect(() => {
    if (parts.size === 0) return undefined;
    const stop = new AbortController();
    const fetched = [...parts].map(async ([id, { blobId, name, type, size }]): Promise<[string, MessageImage][]> => {
      if (!blobId || size > largest) return [];
      try {
        const blob = await fetchBlob(blobId, name ?? id, type, stop.signal);
        // A few octets can ask for gigabytes of memory; the header says so before anything is drawn.
        if (cleanImage(new Uint8Array(await blob.arrayBuffer())) === "tooManyPixels") return [];
        return [[id, await messageImage(new Blob([blob], { type }))]];
      } catch {
        // The image stays empty, with its alt text.
        return [];
      }
    });
    void Promise.all(fetched).then((entries) => {
      if (!stop.signal.aborted) setImages(new Map(entries.flat()));
    });
    return () => stop.abort();
  }, [parts]);
  return images;
}
