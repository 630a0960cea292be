import { expect, test } from "vitest";
import type { FileOrder } from "../files/text/text-worker.ts";
import { TextThread } from "../files/text/text-thread.ts";
import { blobIdOf } from "../store/blobs/blobs.ts";
import { pdfTexts } from "./pdf-texts.ts";

class CountingThread extends TextThread {
  reads = 0;
  override read(order: FileOrder): Promise<string | undefined> {
    this.reads += 1;
    return super.read(order);
  }
}

test("after a file that costs its budget the others of the letter are left out", async () => {
  const thread = new CountingThread(1);
  try {
    const bytes = Buffer.from("Content-Type: application/pdf\r\n\r\n%PDF-1.4");
    const parts = ["1", "2", "3"].map((partId) => ({ partId, name: `${partId}.pdf` }));
    expect(await pdfTexts(thread, blobIdOf(bytes), bytes, parts)).toEqual([]);
    expect(thread.reads).toBe(1);
  } finally {
    await thread.close();
  }
});
