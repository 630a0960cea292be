/** All files of a message as one archive. */
import type { Id } from "@pismo/jmap";
import { Zip, ZipPassThrough } from "fflate";
import { fetchBlob } from "../../../store/records/blobs.ts";
import { fileNameOf, uniqueFileNames } from "../../../store/files/file-names.ts";
import { saveFile } from "../../../ui/save-file.ts";

export interface StoredFile {
  blobId: Id;
  name: string;
  type: string;
  size: number;
}

type Fetch = (blobId: Id, name: string, type: string) => Promise<Blob>;

/**
 * An archive of files, each fetched after the other and put in as it comes. Stored, not pressed: images and
 * documents are pressed already, and the page stays quick.
 * @param onProgress from 0 to 1
 * @throws what fetching throws
 */
export async function zipFiles(
  files: readonly StoredFile[],
  fetchFile: Fetch,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const failed: { error?: Error } = {};
  const zip = new Zip((error, data) => {
    if (error) failed.error = error;
    else pieces.push(data);
  });
  const names = uniqueFileNames(files.map(({ name }) => name));
  const total = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  let done = 0;
  for (const [index, { blobId, name, type }] of files.entries()) {
    const blob = await fetchFile(blobId, name, type);
    const entry = new ZipPassThrough(names[index]!);
    zip.add(entry);
    const reader = blob.stream().getReader();
    for (;;) {
      const { value, done: isEnd } = await reader.read();
      entry.push(value ?? new Uint8Array(), isEnd);
      if (isEnd) break;
      done += value.length;
      onProgress(Math.min(1, done / total));
    }
  }
  zip.end();
  if (failed.error) throw failed.error;
  return new Blob(pieces, { type: "application/zip" });
}

/** Fetches all files and saves them as one archive. @throws what fetching throws */
export async function downloadAll(
  files: readonly StoredFile[],
  title: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const archive = await zipFiles(files, (blobId, name, type) => fetchBlob(blobId, name, type), onProgress);
  saveFile(archive, fileNameOf(title, "zip", "letter"));
}
