/** The content of a file, fetched while it is shown. */
import type { Id } from "@pismo/jmap";
import { decodeText } from "@pismo/jmap/text";
import { useCallback, useEffect, useState } from "react";
import { fetchBlob } from "../store/records/blobs.ts";
import type { PreviewFile } from "./viewer-of.ts";

export type Content<T> = { state: "waiting" } | { state: "failed"; error?: unknown } | { state: "ready"; value: T };

/** What is fetched for a file while it is shown. @param load the same function while the viewer is the same */
export function useLoaded<T>(blobId: Id, load: (blobId: Id, signal: AbortSignal) => Promise<T>): Content<T> {
  const [content, setContent] = useState<Content<T>>({ state: "waiting" });
  useEffect(() => {
    const stop = new AbortController();
    load(blobId, stop.signal).then(
      (value) => !stop.signal.aborted && setContent({ state: "ready", value }),
      (error: unknown) => !stop.signal.aborted && setContent({ state: "failed", error }),
    );
    return () => stop.abort();
  }, [blobId, load]);
  return content;
}

/** @param read what is shown of the blob; the same function while the viewer is the same */
export function useContent<T>({ blobId, name, type }: PreviewFile, read: (blob: Blob) => Promise<T>): Content<T> {
  const load = useCallback(
    async (id: Id, signal: AbortSignal) => read(await fetchBlob(id, name, type, signal)),
    [name, type, read],
  );
  return useLoaded(blobId, load);
}

/** Octets of a text that are shown. */
export const MAX_TEXT = 1_000_000;

export interface ReadText {
  text: string;
  isCut: boolean;
}

export async function readText(blob: Blob): Promise<ReadText> {
  const bytes = new Uint8Array(await blob.slice(0, MAX_TEXT).arrayBuffer());
  const isCut = blob.size > MAX_TEXT;
  return { text: decodeText(bytes, !isCut), isCut };
}
