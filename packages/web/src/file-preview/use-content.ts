/** The content of a file, fetched while it is shown. */
import type { Id } from "@pismo/jmap";
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

/** Texts are UTF-8 or UTF-16 with a mark, and else what Russian programs write. */
export async function readText(blob: Blob): Promise<ReadText> {
  const bytes = new Uint8Array(await blob.slice(0, MAX_TEXT).arrayBuffer());
  const isCut = blob.size > MAX_TEXT;
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), isCut };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), isCut };
  try {
    // Not as the end: a character may be cut in two.
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }), isCut };
  } catch {
    return { text: new TextDecoder("windows-1251").decode(bytes), isCut };
  }
}
