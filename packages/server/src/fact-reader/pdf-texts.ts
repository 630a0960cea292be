/** The texts of a letter's PDF files, read in a thread of their own. */
import type { Id } from "@pismo/jmap";
import type { TextThread } from "../files/text/text-thread.ts";
import { partBlobId } from "../worker/part-blob.ts";

export interface PdfPart {
  partId: string;
  name: string | null;
}

/** Characters of one: a bill is on its first page. */
const MAX_TEXT = 40_000;

export async function pdfTexts(
  thread: TextThread,
  blobId: Id,
  bytes: Uint8Array,
  parts: readonly PdfPart[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const { partId, name } of parts) {
    const order = { bytes, blobId: partBlobId(blobId, partId), type: "application/pdf", name, form: "text" as const };
    const text = await thread.read(order);
    // The letters of others wait: one that costs so much has had its share.
    if (text === undefined) break;
    texts.push(text.slice(0, MAX_TEXT));
  }
  return texts.filter((text) => text !== "");
}
